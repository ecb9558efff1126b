// SPDX-License-Identifier: MIT
#include "mcp/merge/member_set.hpp"

#include "mcp/merge/catalog_fill.hpp"
#include "mcp/merge/exposed_name.hpp"
#include "mcp/raw_json/json_span.hpp"

#include <algorithm>
#include <boost/asio/post.hpp>
#include <utility>

namespace pith::mcp {

namespace {

using namespace std::chrono_literals;

// Several changes of one moment are one.
constexpr std::chrono::milliseconds quiet_time = 250ms;
constexpr std::chrono::milliseconds longest_promise = 60s;

}  // namespace

member_set::member_set(boost::asio::io_context& io,
                       std::shared_ptr<const merge_settings> settings,
                       std::shared_ptr<catalog_cache> cache, std::string whose,
                       const answer_rewriter::places& places, handlers what)
    : io_(io),
      settings_(std::move(settings)),
      cache_(std::move(cache)),
      whose_(std::move(whose)),
      what_(std::move(what)),
      soon_(io) {
  for (const merge_member& one : settings_->members) {
    held_member made;
    if (auto interpreter = message_interpreter::make(one.server)) {
      made.answers = std::make_shared<answer_rewriter>(
          io, std::shared_ptr(std::move(interpreter)), places);
    }
    members_.push_back(std::move(made));
  }
}

void member_set::begin() {
  for (std::size_t i = 0; i < members_.size(); ++i) {
    const auto weak = weak_from_this();
    member_connection::handlers heard;
    heard.on_message = [weak, i](const message& m) {
      const auto self = weak.lock();
      if (self && !self->is_closed_) self->what_.on_message(i, m);
    };
    heard.on_words = [weak, i](std::string_view line) {
      const auto self = weak.lock();
      if (!self || !self->what_.say) return;
      std::string text = self->settings(i).server->name;
      text += ": ";
      text += line;
      self->what_.say(text);
    };
    heard.on_gone = [weak, i] {
      const auto self = weak.lock();
      if (!self) return;
      // Its next process may offer something else.
      self->members_[i].is_outdated = true;
    };
    members_[i].link = std::make_shared<member_connection>(
        io_, settings(i).connect, std::move(heard));
  }
  greet({}, {});
}

void member_set::greet(member_greeting greeting, std::string meta) {
  greeting_ = std::move(greeting);
  meta_ = std::move(meta);
  // Servers offer different things to clients that can do different things.
  std::string whose = whose_;
  whose.push_back('\0');
  whose +=
      greeting_.is_modern
          ? member_or_none(meta_, "io.modelcontextprotocol/clientCapabilities")
          : member_or_none(greeting_.params, "capabilities");
  for (std::size_t i = 0; i < members_.size(); ++i) {
    members_[i].record =
        cache_->find(whose, greeting_.is_modern, settings(i).server->name);
  }
}

bool member_set::is_filling() const noexcept {
  return std::any_of(members_.begin(), members_.end(),
                     [](const held_member& one) { return one.is_filling; });
}

void member_set::refresh(std::chrono::milliseconds patience,
                         std::function<void()> then) {
  const auto now = clock::now();
  for (std::size_t i = 0; i < members_.size(); ++i) {
    const held_member& one = members_[i];
    const member_record& known = *one.record;
    const bool is_known =
        known.catalog && known.catalog->is_fresh(now) && !one.is_outdated;
    if (!is_known && !one.is_filling && known.may_try(now)) fill(i);
  }
  if (!is_filling()) {
    update_view();
    then();
    return;
  }
  const auto waiting = std::make_shared<waiter>(
      waiter{std::move(then), boost::asio::steady_timer(io_, patience)});
  waiters_.push_back(waiting);
  waiting->timer.async_wait(
      [weak = weak_from_this(),
       late = std::weak_ptr(waiting)](const boost::system::error_code& failed) {
        const auto self = weak.lock();
        const auto one = late.lock();
        if (!failed && self && one) self->release(one);
      });
}

void member_set::release(const std::shared_ptr<waiter>& one) {
  std::erase(waiters_, one);
  const auto then = std::exchange(one->then, nullptr);
  if (is_closed_ || !then) return;
  update_view();
  then();
}

void member_set::fill(std::size_t i) {
  held_member& one = members_[i];
  one.is_filling = true;
  if (!one.answers) {
    settle(i, nullptr, "its tokenizer cannot be loaded");
    return;
  }
  const auto weak = weak_from_this();
  one.link->open(greeting_, [weak, i](std::string_view problem) {
    const auto self = weak.lock();
    if (!self || self->is_closed_) return;
    if (!problem.empty()) {
      self->settle(i, nullptr, problem);
      return;
    }
    const held_member& opened = self->members_[i];
    opened.record->speaks = true;
    catalog_fill::run(self->io_, *opened.link, opened.answers->interpreter(),
                      self->meta_,
                      [weak, i](std::shared_ptr<const member_catalog> found,
                                std::string_view why) {
                        if (const auto set = weak.lock()) {
                          set->settle(i, std::move(found), why);
                        }
                      });
  });
}

void member_set::settle(std::size_t i,
                        std::shared_ptr<const member_catalog> found,
                        std::string_view problem) {
  held_member& one = members_[i];
  if (is_closed_ || !one.is_filling) return;
  one.is_filling = false;
  if (found) {
    one.is_outdated = false;
    one.record->succeed(std::move(found));
  } else {
    if (!one.link->is_open() && !one.record->speaks) one.record->speaks = false;
    one.record->fail(std::string(problem), clock::now());
    if (what_.say) {
      std::string text = settings(i).server->name;
      text += ": is left out: ";
      text += problem;
      what_.say(text);
    }
  }
  if (!is_filling()) release_waiters();
  update_view();
}

void member_set::release_waiters() {
  // Later: whoever refreshes may be in the middle of something.
  for (const auto& one : std::exchange(waiters_, {})) {
    one->timer.cancel();
    boost::asio::post(io_, [weak = weak_from_this(), one] {
      if (const auto self = weak.lock()) self->release(one);
    });
  }
}

void member_set::note_change(std::size_t i) {
  members_[i].is_outdated = true;
  if (is_soon_) return;
  is_soon_ = true;
  soon_.expires_after(quiet_time);
  soon_.async_wait(
      [weak = weak_from_this()](const boost::system::error_code& failed) {
        const auto self = weak.lock();
        if (failed || !self) return;
        self->is_soon_ = false;
        self->refresh(0ms, [] {});
      });
}

void member_set::open(std::size_t i,
                      std::function<void(std::string_view)> then) {
  held_member& one = members_[i];
  const auto now = clock::now();
  if (!one.link->is_open() && !one.record->may_try(now)) {
    then(one.record->problem);
    return;
  }
  one.link->open(greeting_, [weak = weak_from_this(), i,
                             then = std::move(then)](std::string_view problem) {
    const auto self = weak.lock();
    if (!self || self->is_closed_) return;
    // One that was listed from memory has shown now that it is alive.
    if (!problem.empty()) {
      self->members_[i].record->fail(std::string(problem), clock::now());
    } else {
      self->members_[i].record->failures = 0;
    }
    then(problem);
  });
}

std::shared_ptr<const member_catalog> member_set::usable(
    const held_member& one) const {
  const auto& known = one.record->catalog;
  if (!known) return nullptr;
  const auto age = clock::now() - known->filled;
  return age < known->life + settings_->options.stale_time ? known : nullptr;
}

void member_set::update_view() {
  std::vector<std::shared_ptr<const member_catalog>> now;
  now.reserve(members_.size());
  for (const held_member& one : members_) now.push_back(usable(one));
  if (now == in_view_) return;
  in_view_ = std::move(now);
  std::vector<view_member> seen;
  for (std::size_t i = 0; i < members_.size(); ++i) {
    seen.push_back({settings(i).server->name, settings(i).prefix, in_view_[i]});
  }
  view_ =
      std::make_shared<const merged_view>(seen, settings_->options.max_name);
  for (const std::string& name : view_->hidden()) {
    if (what_.say) {
      what_.say(settings_->name + ": '" + name +
                "' is hidden: two servers offer it");
    }
  }
  what_.on_view();
}

const member_catalog* member_set::catalog(std::size_t i) const {
  return i < in_view_.size() ? in_view_[i].get() : nullptr;
}

std::string_view member_set::problem(std::size_t i) const {
  return members_[i].record->problem;
}

std::optional<bool> member_set::speaks(std::size_t i) const {
  return members_[i].record->speaks;
}

std::optional<member_set::owned_uri> member_set::find_uri(
    const std::string& exposed) const {
  const member_uri parts = split_uri(exposed);
  std::optional<owned_uri> plain;
  for (std::size_t i = 0; i < members_.size(); ++i) {
    const std::string& prefix = settings(i).prefix;
    if (prefix.empty()) {
      plain = {i, exposed};
    } else if (prefix == parts.prefix) {
      return owned_uri{i, parts.uri};
    }
  }
  return plain;
}

std::chrono::milliseconds member_set::life() const {
  auto least = longest_promise;
  const auto now = clock::now();
  for (const auto& known : in_view_) {
    if (!known || !known->is_fresh(now)) return 0ms;
    least =
        std::min(least, std::chrono::duration_cast<std::chrono::milliseconds>(
                            known->filled + known->life - now));
  }
  return least;
}

std::size_t member_set::queued() const noexcept {
  std::size_t all = 0;
  for (const held_member& one : members_) all += one.link->queued();
  return all;
}

void member_set::pause() {
  for (const held_member& one : members_) one.link->pause();
}

void member_set::resume() {
  for (const held_member& one : members_) one.link->resume();
}

void member_set::close(const std::function<void()>& then) {
  is_closed_ = true;
  soon_.cancel();
  waiters_.clear();
  const auto left = std::make_shared<std::size_t>(members_.size());
  if (*left == 0) {
    then();
    return;
  }
  for (const held_member& one : members_) {
    one.link->close([left, then] {
      if (--*left == 0) then();
    });
  }
}

}  // namespace pith::mcp
