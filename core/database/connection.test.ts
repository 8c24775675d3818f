import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { test } from 'node:test';
import type pg from 'pg';
import {
  answerFault,
  ConnectionLost,
  DatabaseBusy,
  DatabaseUnavailable,
  ifUnavailable,
  isAway,
  isUnavailable,
  sqlState,
} from './connection.ts';

const withCode = (message: string, code: string) => Object.assign(new Error(message), { code });

test('a database that is away is distinguished from a wrong statement by class or SQLSTATE', () => {
  for (const error of [
    withCode('terminating connection', '57P01'),
    withCode('the database system is starting up', '57P03'),
    withCode('too many connections', '53300'),
    withCode('no space left', '53100'),
    withCode('cannot execute INSERT in a read-only transaction', '25006'),
    withCode('connection failure', '08006'),
    new ConnectionLost('database away'),
    new DatabaseUnavailable('none of the hosts takes writes'),
  ]) {
    assert.equal(isUnavailable(error), true, error.message);
    assert.equal(isAway(ifUnavailable(error)), true, error.message);
  }
  for (const error of [
    withCode('duplicate key', '23505'),
    withCode('deadlock detected', '40P01'),
    withCode('internal error', 'XX000'),
    new TypeError('x is not a function'),
  ]) {
    assert.equal(isUnavailable(error), false, error.message);
    assert.equal(ifUnavailable(error), error);
  }
});

test('a fault whose words or system code sound like a lost connection is no absence of the database', () => {
  for (const error of [
    new TypeError("Cannot read properties of undefined (reading 'connection')"),
    new Error('Connection terminated unexpectedly'),
    new Error('timeout expired'),
    new Error('Query read timeout'),
    withCode("ENOENT: no such file or directory, open 'guide.md'", 'ENOENT'),
    withCode('write EPIPE', 'EPIPE'),
    withCode('connect ECONNREFUSED', 'ECONNREFUSED'),
  ]) {
    assert.equal(isUnavailable(error), false, error.message);
    assert.equal(ifUnavailable(error), error);
  }
});

test('a lock or a statement that waited too long is no absence of the database, and refused for itself alone', () => {
  for (const code of ['57014', '55P03']) {
    const busy = ifUnavailable(withCode('canceling statement', code));
    assert.ok(busy instanceof DatabaseBusy);
    assert.equal(isUnavailable(busy), true);
    assert.equal(isAway(busy), false);
  }
});

test('the system\u2019s error codes are no SQLSTATE, though some have five letters', () => {
  assert.equal(sqlState(withCode('duplicate key', '23505')), '23505');
  assert.equal(sqlState(withCode('internal error', 'XX000')), 'XX000');
  assert.equal(sqlState(withCode('write EPIPE', 'EPIPE')), undefined);
});

test('a connection that cannot be written to is lost, also before its socket is known to be closed', () => {
  for (const syscall of ['write', 'read']) {
    const stream = new PassThrough();
    const client = { connection: { stream } } as unknown as pg.Client;
    const error = Object.assign(new Error(`${syscall} EPIPE`), { code: 'EPIPE', syscall });
    assert.ok(answerFault(client, error) instanceof ConnectionLost);
    assert.ok(stream.destroyed, 'nothing more is sent on it');
  }
});
