#!/bin/bash
# SPDX-License-Identifier: MIT
# The manifests of packaging/kubernetes: kustomize makes them, kubectl-validate
# holds them against the schemas of the API, and pith reads the configuration in
# them. Needs no cluster.
# usage: packaging/tests/kubernetes.sh PITH KUSTOMIZE KUBECTL_VALIDATE
#   KUSTOMIZE can be 'kubectl kustomize'
set -euo pipefail
pith=$(realpath "$1")
read -r -a kustomize <<<"$2"
validate=$3
cd "$(dirname "$0")/../.."
here=packaging/kubernetes
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() { echo "kubernetes: $*" >&2; exit 1; }

mkdir "$work/made"
[[ ${kustomize[0]##*/} != kustomize ]] || kustomize+=(build)
"${kustomize[@]}" "$here" >"$work/made/all.yaml"
for kind in ConfigMap Secret Service Deployment PodDisruptionBudget \
  HorizontalPodAutoscaler; do
  [[ $(grep -c "^kind: $kind\$" "$work/made/all.yaml") == 1 ]] ||
    fail "there is not one $kind"
done
"$validate" --version 1.30 "$work/made" || fail 'kubectl-validate complains'

# A validator that finds nothing in these would find nothing in ours.
plant() {
  mkdir -p "$work/planted"
  sed "$1" "$work/made/all.yaml" >"$work/planted/all.yaml"
  ! cmp -s "$work/made/all.yaml" "$work/planted/all.yaml" ||
    fail "nothing was planted by $1"
  ! "$validate" --version 1.30 "$work/planted" >"$work/said" 2>&1 ||
    fail "not found: $1"
}
plant 's/readinessProbe:/readynessProbe:/'
plant 's/minReplicas: 3/minReplicas: three/'
plant 's/containerPort: 4100/containerPort: "4100"/'

# The configuration, with a token as an overlay would have it.
mkdir "$work/etc"
echo 'alice 0123456789abcdef0123456789abcdef' >"$work/etc/tokens"
sed 's|/etc/pith-tokens/tokens|tokens|' $here/gateway.toml >"$work/etc/pith.toml"
"$pith" gateway --check --config "$work/etc/pith.toml"
cp $here/tokens "$work/etc/tokens"
! "$pith" gateway --check --config "$work/etc/pith.toml" 2>/dev/null ||
  fail 'it would start without tokens'

# seconds KEY FILE
seconds() { sed -n "s/.*$1[ =:]*\\([0-9]*\\).*/\\1/p" "$2"; }
least=$(($(seconds 'preStop: {sleep: {seconds' $here/deployment.yaml) +
  $(seconds drain_delay_seconds $here/gateway.toml) +
  $(seconds drain_seconds $here/gateway.toml) + 5))
grace=$(seconds terminationGracePeriodSeconds $here/deployment.yaml)
[[ $grace -ge $least ]] ||
  fail "terminationGracePeriodSeconds is $grace; it needs $least"
echo "kubernetes: $(grep -c '^kind: ' "$work/made/all.yaml") objects, nothing to complain about"
