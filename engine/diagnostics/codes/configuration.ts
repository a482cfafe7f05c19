/** CFG5xx: engine.yaml, environment variables, the command line, and resources that they name. */
import type { CodeEntry } from './code-entry.ts';

export const configurationCodes = {
  CFG501: {
    title: 'unknown configuration key',
    explanation:
      'The configuration has no such key. Unknown keys are rejected because a misspelt key would silently leave a default in place. Correct the spelling.',
    wrong: 'prot: 8080',
    right: 'port: 8080',
  },
  CFG502: {
    title: 'invalid configuration value',
    explanation:
      'The value in the file, in an environment variable or on the command line has the wrong type or is out of range. The message states what is expected.',
    wrong: 'port: eighty',
    right: 'port: 8080',
  },
  CFG503: {
    title: 'configuration file cannot be read',
    explanation:
      'The configuration file does not exist, or this user may not read it. Check the path and the permissions.',
    wrong: 'engine --config ./engin.yaml',
    right: 'engine --config ./engine.yaml',
  },
  CFG504: {
    title: 'key file cannot be read',
    explanation:
      'The configuration names a file of API keys that is empty or cannot be read, so its callers would be rejected. Create the file, or check its permissions.',
    wrong: 'keyFile: ./kyes.yaml',
    right: 'keyFile: ./keys.yaml',
  },
  CFG505: {
    title: 'weak key',
    explanation:
      'The API key is short or easy to guess, and it is the only protection of the ERP. Use the key that the platform generated, or generate one with `engine key`.',
    wrong: 'ENGINE_KEY=secret',
    right: 'ENGINE_KEY=$KEY   # the one that the platform generated',
  },
  CFG506: {
    title: 'malformed digest',
    explanation:
      'The configuration holds API keys as SHA-256 digests of 64 hexadecimal digits, never as the keys themselves. `engine key` prints the digest of a new key.',
    wrong: 'keys:\n  - { name: shop, app: ordering, sha256: my-key }',
    right:
      'keys:\n  - { name: shop, app: ordering, sha256: dff72039b64bed46d46897458f806bac6666f472cfbc336cdc131aa7aa798eba }',
  },
  CFG507: {
    title: 'no API key',
    explanation:
      'No API key is configured, so no call could be authenticated. Set ENGINE_KEY_ORDERING, ENGINE_KEY_RECEIVABLES or, for both apps, ENGINE_KEY.',
    wrong: 'engine --profile acme',
    right: 'ENGINE_KEY=$KEY engine --profile acme',
  },
  CFG508: {
    title: 'profile not found',
    explanation:
      'A plain name refers to a shipped profile; a name with a slash or a file extension is a path. No profile was found for this one. The message lists the shipped profiles.',
    wrong: 'engine --profile acm',
    right: 'engine --profile ./acme/profile.yaml',
  },
  CFG509: {
    title: 'unusable TLS certificate or key',
    explanation:
      'The certificate or its private key cannot be read, is not in PEM format, or the two do not match. Check both files.',
    wrong: '--tls-cert old.pem --tls-key new.key',
    right: '--tls-cert new.pem --tls-key new.key',
  },
  CFG510: {
    title: 'incomplete pair of settings',
    explanation:
      'Two settings only work together, such as a certificate and its key, and one of them is missing. Set both or neither.',
    wrong: '--tls-cert server.pem',
    right: '--tls-cert server.pem --tls-key server.key',
  },
  CFG511: {
    title: 'source cannot be opened',
    explanation:
      'The source cannot be used: a file or script that it names cannot be read; the server rejects the user, the password or the database; in a check against the database, the server cannot be reached; or the table or lock that makes writes idempotent (`claims`) is not available. The code is also reported if the claims table lacks columns because an older version created it. Paths are relative to the folder of the profile.',
    wrong: 'create: [schema.sql]   # the file does not exist',
    right: 'create: [fixture/schema.sql]',
  },
  CFG512: {
    title: 'one key for different apps',
    explanation:
      'The same key is configured twice for different apps, so its permissions are ambiguous. Use a separate key per app, or declare one key for both apps once.',
    wrong: 'ENGINE_KEY_ORDERING=$KEY ENGINE_KEY_RECEIVABLES=$KEY',
    right: 'ENGINE_KEY=$KEY',
  },
  CFG513: {
    title: 'expired key',
    explanation: 'The key is past its end date, so calls with it are rejected. Remove it, or set a later date.',
    wrong:
      'keys:\n  - { name: shop, app: ordering, sha256: dff72039b64bed46d46897458f806bac6666f472cfbc336cdc131aa7aa798eba, until: 2020-01-01 }',
    right:
      'keys:\n  - { name: shop, app: ordering, sha256: dff72039b64bed46d46897458f806bac6666f472cfbc336cdc131aa7aa798eba, until: 2099-12-31 }',
  },
  CFG514: {
    title: 'store cannot be used',
    explanation:
      'The service cannot keep its state in the configured `store`: the file is not a SQLite file, is damaged, is not writable or is locked by another process; the server rejects the user, the password or the database; or a newer version of the program created the store. The message says which.',
    wrong: 'store: ./missing-folder/store.sqlite',
    right: 'store: ./store.sqlite',
  },
  CFG515: {
    title: 'replicas without a shared store',
    explanation:
      'Several replicas serve one installation, but each would keep its state in its own file. Configure a store on PostgreSQL, MySQL or SQL Server that all replicas can reach.',
    wrong: 'ENGINE_REPLICAS=3 engine --profile ./acme/profile.yaml',
    right: 'ENGINE_REPLICAS=3 ENGINE_STORE=postgres://engine@db/engine engine --profile ./acme/profile.yaml',
  },
  CFG516: {
    title: 'no encryption key for rotating tokens',
    explanation:
      'The profile uses a refresh token that the ERP replaces on each use. The current token is kept encrypted in the store, which needs a key: 32 random bytes, the same on all replicas. Keep a copy. If the key is lost, a new initial token is needed.',
    wrong: 'engine --profile ./exact/profile.yaml',
    right: 'ENGINE_STORE_KEY=$(openssl rand -base64 32) engine --profile ./exact/profile.yaml',
  },
  CFG517: {
    title: 'service without an address, or with two',
    explanation:
      'Each entry of `services` has either a path, the prefix of its requests, or the name of a host. This one has neither or both. Remove one, or add one.',
    wrong: 'services:\n  acme: { profile: ./acme }',
    right: 'services:\n  acme: { path: /acme, profile: ./acme }',
  },
  CFG518: {
    title: 'services that are not separate',
    explanation:
      'Two entries of `services` share what must keep them apart: the same path or a path inside the other one, the same host name, the same installation (they would use the same idempotency keys), or the same API key (it would open both). Give each its own.',
    wrong: 'services:\n  acme: { path: /erp, profile: ./acme }\n  bolt: { path: /erp/bolt, profile: ./acme }',
    right: 'services:\n  acme: { path: /erp/acme, profile: ./acme }\n  bolt: { path: /erp/bolt, profile: ./acme }',
  },
  CFG519: {
    title: 'setting of a single service beside several',
    explanation:
      'API keys, `keyFile` and `installation` keep services apart, so they are no setting that several services inherit. With `services`, each entry has its own.',
    wrong: 'installation: acme\nservices:\n  acme: { path: /acme, profile: ./acme }',
    right: 'services:\n  acme: { path: /acme, profile: ./acme, installation: acme }',
  },
  CFG520: {
    title: 'fixture cannot be loaded',
    explanation:
      'The database that `engine test` creates from the fixture of a profile rejects one of its files: an SQL script fails, or a row of `data/*.csv` does not fit its table. The message contains the error of the database. In a CSV file the first line names the columns, an empty field is NULL, and `""` is an empty text.',
    wrong: 'code,name\nK1,Chairs Ltd,Leeds',
    right: 'code,name,town\nK1,Chairs Ltd,Leeds',
  },
  CFG521: {
    title: 'fixture does not answer',
    explanation:
      'The database that `engine test` created from the fixture of a profile does not answer, so that none of the cases was run. On a busy machine a server can be too slow: run the cases again, or fewer files at the same time.',
    wrong: 'engine test --jobs 16 acme.yaml',
    right: 'engine test --jobs 2 acme.yaml',
  },
  CFG522: {
    title: 'no such service',
    explanation:
      'The configuration has several services, and the command works on one of them. Choose it with `--service`. The message lists their names.',
    wrong: 'engine run /health --service amce',
    right: 'engine run /health --service acme',
  },
  CFG523: {
    title: 'no refresh token',
    explanation:
      'The ERP replaces its refresh token at each use, so that a command which calls the ERP takes the token from the store of the service, and stores the next one there. This store has no token for the profile with these settings, or its key does not decrypt it. Give the command the same store, key, installation and settings as the service, or store a first token.',
    wrong: 'engine run /debtors/list --profile ./exact/profile.yaml --store ./empty.sqlite',
    right:
      'engine auth set exact --profile ./exact/profile.yaml < refresh-token.txt\nengine run /debtors/list --profile ./exact/profile.yaml',
  },
  CFG524: {
    title: 'company in the store cannot be read',
    explanation:
      'A row of the table of companies is not as this program wrote it, or its variables were encrypted with another `storeKey`. The company is not served, and the others are not affected. All replicas and commands need the same key.',
    wrong: 'ENGINE_STORE_KEY=$OTHER_KEY engine companies list',
    right: 'ENGINE_STORE_KEY=$KEY engine companies list',
  },
  CFG525: {
    title: 'table of services without an encryption key',
    explanation:
      'With `servicesTable`, the store has the variables of companies, such as the password of an ERP, encrypted with `storeKey`: 32 random bytes, the same on all replicas. Keep a copy: without the key the companies cannot be used.',
    wrong: 'servicesTable: true\nservices:\n  acme: { path: /acme, profile: ./acme }',
    right:
      'servicesTable: true\nstoreKey: MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=\nservices:\n  acme: { path: /acme, profile: ./acme }',
  },
  CFG526: {
    title: 'API for operators without a listener',
    explanation:
      'The file of `operatorKeyFile` has the credentials of the API for operators, which the admin listener serves. Without `adminPort` there is none.',
    wrong: 'operatorKeyFile: ./operators.yaml',
    right: 'operatorKeyFile: ./operators.yaml\nadminPort: 9090',
  },
} as const satisfies Readonly<Record<string, CodeEntry>>;
