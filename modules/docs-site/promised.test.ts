/** What the contract promises of the documentation, a test for each statement. */
import assert from 'node:assert/strict';
import { prepareBank, type Row, testStatements } from '../../test-support/conformance.ts';

const PAGES: readonly Row[] = [
  'invalid_request',
  'invalid_cursor',
  'unsupported_grant_type',
  'invalid_scope',
  'invalid_client',
  'invalid_token',
  'insufficient_scope',
  'ip_not_allowed',
  'not_found',
  'user_not_found',
  'listing_not_found',
  'credit_not_found',
  'subscription_not_found',
  'method_not_allowed',
  'request_timeout',
  'payload_too_large',
  'unsupported_media_type',
  'expectation_failed',
  'headers_too_large',
  'not_implemented',
  'reference_conflict',
  'already_reversed',
  'sync_token_expired',
  'validation_failed',
  'limit_exceeded',
  'rate_limited',
  'server_error',
  'partner_api_disabled',
  'temporarily_unavailable',
].map((code) => ({
  statement: `${code} has its place on the page that error_uri names`,
  request: 'GET /docs/errors',
  expect: { status: 200, check: ({ text }) => assert.ok(text.includes(`id="${code}"`)) },
}));

const PUBLIC: readonly Row[] = ['/docs', '/docs/reference', '/docs/errors'].map((path) => ({
  statement: `${path} needs no token`,
  request: [`GET ${path}`, { token: null }],
  expect: 200,
}));

testStatements('the documentation', [...PAGES, ...PUBLIC], prepareBank);
