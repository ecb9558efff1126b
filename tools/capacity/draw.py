# SPDX-License-Identifier: MIT
"""The curves of docs/scaling.md: what was measured and what the model says, and
what replicas with processors of their own can take."""

import matplotlib

matplotlib.use("svg")
import matplotlib.pyplot as plt  # noqa: E402: after the choice of what draws

import model  # noqa: E402
import simulate  # noqa: E402

COLORS = {("stateless", 1): "#7a7a7a", ("stateless", 2): "#b0b0b0",
          ("state", 1): "#1f5fa8", ("state", 2): "#d1662a"}


def draw_points(axes, figures, costs, calls):
    """Throughput of results of the usual size over connections."""
    cores = figures["conditions"]["cores"]
    for (arm, replicas), color in COLORS.items():
        points = [point for point in figures["points"]
                  if (point["arm"], point["replicas"]) == (arm, replicas) and
                  point["payload"] == "usual" and simulate.is_closed(point)]
        where = [point["connections"] for point in points]
        name = (f"{'with' if arm == 'state' else 'without'} state, {replicas} "
                f"gateway{'s' if replicas > 1 else ''}")
        axes.plot(where, [simulate.measured(point) for point in points], "o",
                  color=color, label=name)
        axes.plot(where, [simulate.simulated(point, costs, cores, calls)
                          for point in points], "-", color=color)
    axes.set_xscale("log", base=2)
    axes.set_xticks(where, [str(count) for count in where])
    axes.set_ylim(bottom=0, top=1.5 * axes.get_ylim()[1])
    axes.set_xlabel("connections")
    axes.set_ylabel("calls per second")
    axes.set_title("One machine with 2 cores, everything on it\n"
                   "(dots: measured, lines: simulated)", fontsize=10)
    axes.legend(fontsize=8, loc="upper left")


def fleet_call(costs):
    """A call in a fleet: most bases are in the store."""
    point = {"arm": "state", "replicas": 2, "payload": "usual",
             "connections": 64, "rate": None}
    call = costs.of(point)
    call.asks_store = 0.9
    call.client = 0.0
    return call


def draw_fleet(axes, costs, calls):
    """What calls wait for, beside their server, over the load of a replica."""
    call = fleet_call(costs)
    for replicas, color in ((1, "#1f5fa8"), (4, "#d1662a"), (8, "#4b8b3b")):
        place = model.Place(replicas=replicas, threads=4, cores=4,
                            is_shared=False, wake=costs.wake,
                            shards=max(1, replicas // 2),
                            store_delay=0.3e-3)
        most = 4 / call.gateway
        loads = [0.1, 0.3, 0.5, 0.6, 0.7, 0.8, 0.85, 0.9]
        slow = []
        for load in loads:
            fleet = model.Fleet(place)
            fleet.open(call, load * most * replicas, calls * replicas,
                       is_even=False)
            slow.append(fleet.quantile(0.99) * 1000)
        axes.plot([load * most for load in loads], slow, "o-", color=color,
                  markersize=3,
                  label=f"{replicas} replica{'s' if replicas > 1 else ''}")
    axes.set_ylim(bottom=0)
    axes.set_xlabel("calls per second and replica of 4 cores")
    axes.set_ylabel("added to 99 % of calls at most, ms")
    axes.set_title("A fleet, simulated: gateway and store,\n"
                   "without the time of the server", fontsize=10)
    axes.legend(fontsize=8)


def draw(figures, costs, file, calls):
    plt.rcParams["svg.hashsalt"] = "pith"  # the same bytes every time
    plt.rcParams["font.family"] = "DejaVu Sans"
    figure, (left, right) = plt.subplots(1, 2, figsize=(10, 4.2))
    draw_points(left, figures, costs, calls)
    draw_fleet(right, costs, calls)
    for axes in (left, right):
        axes.grid(alpha=0.3)
    figure.tight_layout()
    figure.savefig(file, metadata={"Date": None})
