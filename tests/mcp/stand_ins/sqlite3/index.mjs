// SPDX-License-Identifier: MIT
// Stands in for the package sqlite3, whose native part has to be downloaded or
// compiled: the two calls that mcp-server-sqlite-npx makes, on what node has.

import {DatabaseSync} from 'node:sqlite';

class Database {
  constructor(filename) {
    this.database = new DatabaseSync(filename);
  }

  all(sql, parameters, callback) {
    this.answer(callback, () => this.database.prepare(sql).all(...parameters));
  }

  run(sql, parameters, callback) {
    this.answer(callback, function run() {
      this.changes =
        this.database.prepare(sql).run(...parameters).changes;
    });
  }

  answer(callback, work) {
    let rows;
    try {
      rows = work.call(this);
    } catch (problem) {
      callback.call(this, problem);
      return;
    }
    callback.call(this, null, rows);
  }
}

export default {Database};
