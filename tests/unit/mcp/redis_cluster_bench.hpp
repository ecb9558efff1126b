// SPDX-License-Identifier: MIT
/// @file
/// A Redis Cluster for one test.
#ifndef PITH_TESTS_UNIT_MCP_REDIS_CLUSTER_BENCH_HPP
#define PITH_TESTS_UNIT_MCP_REDIS_CLUSTER_BENCH_HPP

#include "mcp/redis/client.hpp"
#include "mcp/redis/slots.hpp"
#include "redis_bench.hpp"

#include <gtest/gtest.h>

#include <array>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace pith_tests {

/// Three masters, each with as many replicas.
class redis_cluster_bench {
 public:
  explicit redis_cluster_bench(std::size_t replicas = 0) {
    for (std::size_t i = 0; i < 3 * (1 + replicas); ++i) {
      const unsigned short bus = free_port();
      buses.push_back(bus);
      nodes.push_back(std::make_unique<redis_bench>(std::vector<std::string>{
          "--cluster-enabled", "yes", "--cluster-port", std::to_string(bus),
          "--cluster-node-timeout", "1500"}));
      doors.push_back(client_of(patient({nodes[i]->local()})));
    }
    constexpr std::array<const char*, 4> bounds{"0", "5461", "10923", "16384"};
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      if (i < 3) {
        const std::string last = std::to_string(std::stoi(bounds[i + 1]) - 1);
        EXPECT_TRUE(
            tell(i, {"CLUSTER", "ADDSLOTSRANGE", bounds[i], last}).is_good());
      }
      if (i > 0) {
        EXPECT_TRUE(tell(i, {"CLUSTER", "MEET", "127.0.0.1",
                             std::to_string(nodes[0]->port()),
                             std::to_string(buses[0])})
                        .is_good());
      }
    }
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      EXPECT_TRUE(comes_true([&] { return is_whole(i); }));
      ids.push_back(tell(i, {"CLUSTER", "MYID"}).reply.text);
    }
    for (std::size_t i = 3; i < nodes.size(); ++i) {
      EXPECT_TRUE(comes_true([&] {
        return tell(i, {"CLUSTER", "REPLICATE", ids[i % 3]}).is_good();
      }));
    }
    for (std::size_t i = 3; i < nodes.size(); ++i) {
      EXPECT_TRUE(comes_true([&] {
        return tell(i, {"INFO", "replication"})
                   .reply.text.find("master_link_status:up") !=
               std::string::npos;
      }));
    }
  }

  pith::mcp::redis_result tell(std::size_t node,
                               std::vector<std::string> words) {
    return say(*doors[node], std::move(words));
  }
  bool is_whole(std::size_t node) {
    const std::string info = tell(node, {"CLUSTER", "INFO"}).reply.text;
    return info.find("cluster_state:ok") != std::string::npos &&
           info.find("cluster_known_nodes:" + std::to_string(nodes.size())) !=
               std::string::npos;
  }
  [[nodiscard]] pith::mcp::redis_client::options options() const {
    auto wanted = patient({nodes[0]->address(), nodes[1]->address()});
    wanted.is_cluster = true;
    return wanted;
  }

  std::vector<unsigned short> buses;
  std::vector<std::unique_ptr<redis_bench>> nodes;
  // The doors in by Unix sockets, which no redirection leads through.
  std::vector<std::unique_ptr<pith::mcp::redis_client>> doors;
  std::vector<std::string> ids;
};

/// Which of the three has a key at first.
inline std::size_t home_of(const std::string& key) {
  const std::size_t slot = pith::mcp::redis_slot(key);
  return slot < 5461 ? 0 : slot < 10923 ? 1 : 2;
}

}  // namespace pith_tests

#endif  // PITH_TESTS_UNIT_MCP_REDIS_CLUSTER_BENCH_HPP
