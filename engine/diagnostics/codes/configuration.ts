/** CFG5xx: engine.yaml, environment variables and the command line. */
import type { CodeEntry } from './code-entry.ts';

export const configurationCodes = {
  CFG501: {
    title: 'unknown key in the configuration',
    explanation:
      'The configuration has no such key. It is refused since a misspelt key would leave a default in force that nobody chose. Correct its spelling.',
    wrong: 'prot: 8080',
    right: 'port: 8080',
  },
  CFG502: {
    title: 'unsuitable value in the configuration',
    explanation:
      'The value, in the file, in an environment variable or on the command line, has the wrong type or is out of its bounds. The message says what is wanted.',
    wrong: 'port: eighty',
    right: 'port: 8080',
  },
  CFG503: {
    title: 'configuration cannot be read',
    explanation:
      'The file that was named does not exist or may not be read by this user. Check the path and the rights.',
    wrong: 'engine --config ./engin.yaml',
    right: 'engine --config ./engine.yaml',
  },
  CFG504: {
    title: 'key file cannot be read',
    explanation:
      'A file with API keys is named and cannot be read, or is empty, so that its callers would be refused. Create the file, or check its rights.',
    wrong: 'keyFile: ./kyes.yaml',
    right: 'keyFile: ./keys.yaml',
  },
  CFG505: {
    title: 'weak key',
    explanation:
      'The API key is short or easy to guess, and it is all that protects the ERP. Use the key that the platform generated, or make one with `engine key`.',
    wrong: 'ENGINE_KEY=secret',
    right: 'ENGINE_KEY=$KEY   # the one that the platform generated',
  },
  CFG506: {
    title: 'malformed digest',
    explanation:
      'Keys stand in the configuration as SHA-256 digests: 64 hexadecimal digits. The key itself does not belong there. `engine key` prints the digest of a new key.',
    wrong: 'keys:\n  - { name: shop, app: ordering, sha256: my-key }',
    right:
      'keys:\n  - { name: shop, app: ordering, sha256: dff72039b64bed46d46897458f806bac6666f472cfbc336cdc131aa7aa798eba }',
  },
  CFG507: {
    title: 'no key at all',
    explanation:
      'Without an API key nobody could call the service, or anybody could. Set ENGINE_KEY_ORDERING, ENGINE_KEY_RECEIVABLES or, for both apps, ENGINE_KEY.',
    wrong: 'engine --profile acme',
    right: 'ENGINE_KEY=$KEY engine --profile acme',
  },
  CFG508: {
    title: 'profile not found',
    explanation:
      'A plain name is a profile that is shipped; anything with a slash or an ending is a path. Neither leads to a profile here. The message lists the shipped ones.',
    wrong: 'engine --profile acm',
    right: 'engine --profile ./acme/profile.yaml',
  },
  CFG509: {
    title: 'certificate or key for TLS cannot be used',
    explanation:
      'The certificate or its private key cannot be read, is not in PEM form, or the two do not belong together. Check both files.',
    wrong: '--tls-cert old.pem --tls-key new.key',
    right: '--tls-cert new.pem --tls-key new.key',
  },
  CFG510: {
    title: 'half of a pair is missing',
    explanation:
      'Two settings only work together, such as the certificate and its key, and one of them is not given. Give both or neither.',
    wrong: '--tls-cert server.pem',
    right: '--tls-cert server.pem --tls-key server.key',
  },
  CFG511: {
    title: 'source cannot be opened',
    explanation:
      'The connection of a source does not lead to a database: a file or script that it names cannot be read, the server refuses user, password or database, or, in a check that asks the databases, it cannot be reached; or what makes writes happen once cannot be had there, a table or a lock (`claims`). It is also said of a table of keys that lacks columns, since an older version made it. Paths count from the folder of the profile.',
    wrong: 'create: [schema.sql]   # and there is no such file',
    right: 'create: [fixture/schema.sql]',
  },
  CFG512: {
    title: 'one key for different apps',
    explanation:
      'The same key is given twice, for different apps, so that it is not clear what it may do. Each app has a key of its own; a key for both is declared once.',
    wrong: 'ENGINE_KEY_ORDERING=$KEY ENGINE_KEY_RECEIVABLES=$KEY',
    right: 'ENGINE_KEY=$KEY',
  },
  CFG513: {
    title: 'key has ended',
    explanation:
      'The end date of this key has passed, so that calls with it are refused. Remove it, or give it a later date.',
    wrong:
      'keys:\n  - { name: shop, app: ordering, sha256: dff72039b64bed46d46897458f806bac6666f472cfbc336cdc131aa7aa798eba, until: 2020-01-01 }',
    right:
      'keys:\n  - { name: shop, app: ordering, sha256: dff72039b64bed46d46897458f806bac6666f472cfbc336cdc131aa7aa798eba, until: 2099-12-31 }',
  },
  CFG514: {
    title: 'store cannot be used',
    explanation:
      'What the service remembers cannot be kept where `store` says: the file is no SQLite file, is damaged, may not be written or is in use by another process, the server refuses user, password or database, or a newer version of the program made the store. The message says which.',
    wrong: 'store: ./missing-folder/store.sqlite',
    right: 'store: ./store.sqlite',
  },
  CFG515: {
    title: 'replicas without a store that they share',
    explanation:
      'Several services answer for one installation, and each would keep what it remembers in a file of its own. Name a database that all of them reach, on PostgreSQL, MySQL or SQL Server.',
    wrong: 'ENGINE_REPLICAS=3 engine --profile ./acme/profile.yaml',
    right: 'ENGINE_REPLICAS=3 ENGINE_STORE=postgres://engine@db/engine engine --profile ./acme/profile.yaml',
  },
  CFG516: {
    title: 'no key for tokens that rotate',
    explanation:
      'The profile gets its access by a refresh token, which the ERP replaces with each use. The newest is kept in the store, encrypted, so that the service needs a key: 32 random bytes, the same on all replicas. Keep a copy of it: without it a new first token is needed.',
    wrong: 'engine --profile ./exact/profile.yaml',
    right: 'ENGINE_STORE_KEY=$(openssl rand -base64 32) engine --profile ./exact/profile.yaml',
  },
  CFG520: {
    title: 'fixture cannot be loaded',
    explanation:
      'A file of the fixture beside a profile is refused by the database that `engine test` makes from it: an SQL script fails, or a row of a table in `data/*.csv` does not fit. What the database says of it stands in the message. In a CSV file the first line names the columns, an empty field is NULL, and `""` is an empty text.',
    wrong: 'code,name\nK1,Chairs Ltd,Leeds',
    right: 'code,name,town\nK1,Chairs Ltd,Leeds',
  },
} as const satisfies Readonly<Record<string, CodeEntry>>;
