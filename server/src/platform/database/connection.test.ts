import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DatabaseUnavailable, isUnavailable, sqlState } from './connection.ts';

const withCode = (message: string, code: string) => Object.assign(new Error(message), { code });

test('a database that is away is told from a statement that is wrong', () => {
  for (const error of [
    withCode('write EPIPE', 'EPIPE'),
    withCode('connect ECONNREFUSED', 'ECONNREFUSED'),
    withCode('terminating connection', '57P01'),
    withCode('the database system is starting up', '57P03'),
    withCode('canceling statement due to statement timeout', '57014'),
    withCode('too many connections', '53300'),
    withCode('connection failure', '08006'),
    new Error('Connection terminated unexpectedly'),
    new DatabaseUnavailable('too many statements are waiting'),
  ]) {
    assert.equal(isUnavailable(error), true, error.message);
  }
  for (const error of [
    withCode('duplicate key', '23505'),
    withCode('deadlock detected', '40P01'),
    withCode('internal error', 'XX000'),
    new TypeError('x is not a function'),
  ]) {
    assert.equal(isUnavailable(error), false, error.message);
  }
});

test('the system\u2019s error codes are no SQLSTATE, though some have five letters', () => {
  assert.equal(sqlState(withCode('duplicate key', '23505')), '23505');
  assert.equal(sqlState(withCode('internal error', 'XX000')), 'XX000');
  assert.equal(sqlState(withCode('write EPIPE', 'EPIPE')), undefined);
});
