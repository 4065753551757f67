CREATE TABLE "kysely_migration" ("name" varchar(255) not null primary key, "timestamp" varchar(255) not null);
CREATE TABLE "kysely_migration_lock" ("id" varchar(255) not null primary key, "is_locked" integer default 0 not null);
CREATE TABLE "account" ("id" text primary key, "name" text not null, "plan" text not null, "per_hour" integer, "per_day" integer, "created_at" bigint not null, "suspended_at" bigint);
CREATE TABLE "key" ("id" text primary key, "account" text not null references "account" ("id"), "name" text not null, "hash" text not null unique, "prefix" text not null, "created_at" bigint not null, "revoked_at" bigint, "made_by" text, "replaced_by" text, "expires_at" bigint, "last_used_at" bigint, "scope" text default 'read' not null);
CREATE INDEX "key_account" on "key" ("account");
CREATE TABLE "revision" ("name" text primary key, "value" bigint not null);
CREATE TABLE "call_window" ("account" text not null, "span" text not null, "start" bigint not null, "granted" integer not null, constraint "call_window_key" primary key ("account", "span", "start"));
CREATE TABLE "payment" ("id" text primary key, "protocol" text not null, "network" text not null, "payer" text not null, "amount" text not null, "scope" text not null, "state" text not null, "holder" text, "lease_until" bigint not null, "from_block" text, "valid_before" bigint not null, "reference" text, "receipt" text, "created_at" bigint not null, "updated_at" bigint not null, "asset" text, "pay_to" text, "signed" text, "signature_hash" text, "note" text, "deliveries" integer default 0 not null);
CREATE INDEX "payment_state" on "payment" ("state", "updated_at");
CREATE TABLE "play_account" ("address" text primary key, "balance" text not null);
CREATE TABLE "play_transfer" ("payer" text not null, "nonce" text not null, "recipient" text not null, "amount" text not null, "reference" text not null, "created_at" bigint not null, constraint "play_transfer_key" primary key ("payer", "nonce"));
CREATE TABLE "secret" ("name" text primary key, "value" text not null);
CREATE TABLE "call_lease" ("account" text primary key, "holder" text, "number" bigint not null, "taker" text not null, "streak" integer not null, "wanted" integer not null);
CREATE INDEX "call_lease_holder" on "call_lease" ("holder");
CREATE TABLE "person" ("account" text primary key references "account" ("id"), "email" text not null unique, "password" text, "created_at" bigint not null, "proved_at" bigint);
CREATE TABLE "session" ("hash" text primary key, "account" text not null references "account" ("id"), "key" text references "key" ("id"), "created_at" bigint not null, "expires_at" bigint not null, "browser" text, "address" text, "proved_at" bigint);
CREATE INDEX "session_account" on "session" ("account", "key");
CREATE TABLE "attempt" ("what" text not null, "whose" text not null, "since" bigint not null, "count" integer not null, constraint "attempt_key" primary key ("what", "whose"));
CREATE TABLE "audit" ("id" text primary key, "at" bigint not null, "what" text not null, "account" text not null, "key" text, "actor" text not null, "by" text, "address" text, "detail" text);
CREATE INDEX "audit_account" on "audit" ("account", "at");
CREATE INDEX "audit_at" on "audit" ("at");
CREATE TABLE "claim" ("code" text primary key, "token_hash" text not null, "state" text not null, "client_name" text, "purpose" text, "client_version" text, "address" text not null, "network" text not null, "created_at" bigint not null, "expires_at" bigint not null, "account" text, "decided_at" bigint, "decided_by" text, "key" text, "delivered_at" bigint, "idempotency" text unique, "request" text not null);
CREATE INDEX "claim_state" on "claim" ("state", "network");
CREATE INDEX "claim_created" on "claim" ("created_at");
CREATE TABLE "passkey" ("id" text primary key, "account" text not null references "account" ("id"), "name" text not null, "public_key" text not null, "counter" bigint not null, "created_at" bigint not null, "last_used_at" bigint);
CREATE INDEX "passkey_account" on "passkey" ("account");
CREATE TABLE "used_challenge" ("hash" text primary key, "expires_at" bigint not null);
CREATE TABLE "webhook" ("id" text primary key, "account" text not null references "account" ("id"), "url" text not null, "filter" text not null, "secret" text not null, "previous_secret" text, "previous_until" bigint, "signing_key" text not null, "public_key" text not null, "state" text not null, "reason" text, "changed_at" bigint not null, "cursor" bigint, "failures" integer not null, "last_delivered_at" bigint, "not_before" bigint not null, "lease_holder" text, "lease_until" bigint not null, "idempotency" text unique, "request" text not null, "created_at" bigint not null, "key" text references "key" ("id"));
CREATE INDEX "webhook_account" on "webhook" ("account");
CREATE TABLE "webhook_delivery" ("id" text primary key, "webhook" text not null references "webhook" ("id"), "cursor" bigint not null, "type" text not null, "tier" text not null, "body" text not null, "known_at" bigint not null, "state" text not null, "attempts" integer not null, "next_at" bigint not null, "last_at" bigint, "status" integer, "fault" text, "ms" integer, "delivered_at" bigint, "created_at" bigint not null);
CREATE INDEX "webhook_delivery_due" on "webhook_delivery" ("webhook", "state", "next_at");
CREATE INDEX "webhook_delivery_known" on "webhook_delivery" ("known_at");
CREATE INDEX "webhook_key" on "webhook" ("key");
CREATE TABLE "mailed_link" ("hash" text primary key, "email" text not null, "account" text references "account" ("id"), "expires_at" bigint not null);
CREATE INDEX "mailed_link_email" on "mailed_link" ("email");
insert into kysely_migration (name, timestamp) values
  ('0001-first', '2026-11-24T00:00:00.000Z'),
  ('0002-what-was-signed', '2026-11-24T00:00:00.000Z'),
  ('0003-keys', '2026-11-24T00:00:00.000Z'),
  ('0004-sessions', '2026-11-24T00:00:00.000Z'),
  ('0005-people', '2026-11-24T00:00:00.000Z'),
  ('0006-claims', '2026-11-24T00:00:00.000Z'),
  ('0007-passkeys', '2026-11-24T00:00:00.000Z'),
  ('0008-webhooks', '2026-11-24T00:00:00.000Z'),
  ('0009-scopes', '2026-11-24T00:00:00.000Z'),
  ('0010-passkeys-as-cose', '2026-11-24T00:00:00.000Z'),
  ('0011-proved-addresses', '2026-11-24T00:00:00.000Z');
