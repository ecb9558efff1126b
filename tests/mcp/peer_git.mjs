// SPDX-License-Identifier: MIT
// A call of every tool of git-mcp-server, in an order that makes sense.

import path from 'node:path';

export function git_calls(directory) {
  const work = path.join(directory, 'work');
  const at = (name) => path.join(directory, name);
  const note = path.join(work, 'file1.txt');
  return [
    ['git_set_working_dir', {path: work}],
    ['git_status', {}],
    ['git_log', {maxCount: 30}],
    ['git_log', {maxCount: 3, stat: true}],
    ['git_show', {object: 'HEAD'}],
    ['git_diff', {source: 'HEAD', target: 'HEAD~5'}],
    ['git_blame', {filePath: 'file1.txt'}],
    ['git_reflog', {maxCount: 10}],
    ['git_changelog_analyze', {reviewTypes: ['features'], maxCommits: 10}],
    ['git_wrapup_instructions', {acknowledgement: 'Y'}],
    ['git_branch', {mode: 'list'}],
    ['git_branch', {mode: 'create', branchName: 'side'}],
    ['git_checkout', {target: 'side'}],
    ['git_commit', {message: 'On the side', allowEmpty: true}],
    ['git_checkout', {target: 'main'}],
    ['git_merge', {branch: 'side', noFastForward: true, message: 'Merge'}],
    ['git_cherry_pick', {commits: ['HEAD~3'], noCommit: true}],
    ['git_reset', {mode: 'hard', target: 'HEAD', confirmed: true}],
    ['git_rebase', {upstream: 'HEAD~1'}],
    ['git_tag', {mode: 'create', tagName: 'v1', message: 'first'}],
    ['git_tag', {mode: 'list'}],
    ['git_remote', {mode: 'list'}],
    ['git_fetch', {remote: 'origin'}],
    ['git_push', {remote: 'origin', branch: 'main', confirmed: true}],
    ['git_pull', {remote: 'origin', branch: 'main'}],
    ['git_stash', {mode: 'list'}],
    ['git_worktree', {mode: 'list'}],
    ['git_clean', {force: true, dryRun: true}],
    ['git_add', {paths: [note]}],
    ['git_init', {path: at('fresh')}],
    ['git_clone', {url: at('bare.git'), path: at('clone')}],
    ['git_clear_working_dir', {confirm: 'Y'}],
  ];
}
