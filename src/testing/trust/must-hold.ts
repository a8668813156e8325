/**
 * Promises with the tests that would fail if they were broken, as `file > part of the title`; files in `src/`, journeys
 * in `e2e/`. `file (tool)` is a program that tests it for longer, or with means that the test command lacks.
 */
export type Promises = Readonly<Record<string, readonly string[]>>

const http = (name: string) => `server/http/${name}`
const services = (name: string) => `server/services/${name}`
const tool = (name: string) => `testing/crash/${name} (tool)`
const db = (name: string) => `server/db/${name}`

const isolation: Promises = {
  'Every table with data of an organization has tenant_id, a policy, and row-level security that also binds its owner.':
    [db('schema-catalogue.test.ts > has tenant_id not null, RLS, FORCE and a policy')],
  'Every unique index and foreign key of such a table begins with tenant_id.': [
    db('schema-catalogue.test.ts > begins every unique index of a tenant table'),
    db('schema-catalogue.test.ts > begins every foreign key of a tenant table'),
  ],
  'The server refuses to start as a superuser, as the owner of the tables, or as a login that bypasses policies.': [
    db('postgres/postgres.test.ts > refuses a login that could bypass the policies'),
    db('postgres/open-postgres.test.ts > with the owner in both variables is refused'),
  ],
  "A query outside an organization's transaction sees nothing.": [
    db('tenancy.test.ts > cannot be seen outside a transaction of an organization'),
  ],
  'The setting of an organization never survives its transaction.': [
    db('tenancy.test.ts > leave no setting behind in 4,000 transactions'),
    db('tenancy.test.ts > leave no setting behind when a statement exceeds the time limit'),
  ],
  'No answer to one organization contains anything of another.': [
    http('cross-tenant.test.ts > random requests show and change nothing of other organizations'),
  ],
  'An id of another organization is answered exactly like an unknown id.': [
    http('cross-tenant.test.ts > an id of another organization is treated like an unknown id'),
  ],
  'Records are found only under their own parent, and references into other organizations change nothing.': [
    http('routes/resources.test.ts > are found only under their own project'),
    http('cross-tenant.test.ts > inside bodies'),
  ],
  'Calls for many records leave out foreign ids without a hint.': [
    services('operations/operations.test.ts > omits unknown ids'),
    http('cross-tenant.test.ts > random requests show and change nothing of other organizations'),
  ],
  'Lists, searches, counts, analytics and exports include only rows of the own organization.': [
    services('admin/administration.test.ts > counts the records of the organization and none of other organizations'),
    services('operation-lists/operation-lists.test.ts > has the same state, days overdue, need-by'),
    services('search/search.test.ts > finds nothing in another organization'),
  ],
  'Every cached answer belongs to one organization.': [
    http('answer-cache.test.ts > equals the stored data after any change, for every reader'),
    http('answer-cache.test.ts > belongs to one organization, one record and one minute'),
    db('held-rows.test.ts > are read again when their stamp changes'),
  ],
  'Browser storage belongs to one person in one organization, and is cleared when either changes.': [
    'web/stores/storage.test.tsx > belong to one user, organization and record',
    'web/features/shell/shell.test.tsx > a switch of the organization in one tab switches the others and empties their caches',
    'web/live/receive-notifications.test.tsx > are dropped when the answer arrives after a switch of organization',
  ],
  'Background work touches only the organization of its job.': [
    'server/jobs/scheduling-run.test.ts > do not touch or see each other',
  ],
  'Headers that claim an identity change nothing, and one that names another organization is refused.': [
    http('role-matrix.test.ts > refuses a header that contradicts the session'),
  ],
  'A duplicate never reveals what another organization has.': [
    http('cross-tenant.test.ts > numbers and names used in another organization are free in this one'),
  ],
  'Logs contain no secret, no body, and no query.': [
    http('plugins/plugins.test.ts > name routes by their pattern, and contain no secret, body or query'),
    'server/identity-provider.test.ts > contains no secret, code, token, state or email',
    db('transactions.test.ts > turn database errors into answers without internal details'),
  ],
  'A deleted organization or user leaves nothing that can be reached.': [
    services('tenants/tenants.test.ts > are deleted with all their records'),
    services('users/users.test.ts > has no rows of their own left in any table'),
  ],
}

const signIn = (title: string) => services(`auth/sign-in.test.ts > ${title}`)
const singleSignOn = (title: string) => services(`auth/single-sign-on.test.ts > ${title}`)
const sessions = (title: string) => services(`sessions/sessions.test.ts > ${title}`)

const access: Promises = {
  'A customer link shows its one project and nothing else; it is unguessable, stored as a hash, expires, and is rate limited.':
    [
      services('status-links/status-links.test.ts > a page shows nothing else of the organization'),
      services('status-links/status-links.test.ts > a link is stored as a hash, and its token appears'),
      services('status-links/status-links.test.ts > a page has no scripts, and is neither indexed, stored nor framed'),
      services('status-links/status-links.test.ts > a link ends with the days that were chosen'),
      services('status-links/status-links.test.ts > a link ends when a planner revokes it, once'),
      services('status-links/status-links.test.ts > addresses that show nothing have one answer, byte by byte'),
      services('status-links/status-links.test.ts > unknown addresses are limited per network address'),
      'e2e/status-link.e2e.ts > a planner shares the status of a project',
    ],
  'Nothing exceeds the table of rights: no call, undo, export, token or message.': [
    'domain/access/rights.test.ts > only the listed people may do',
    http('rights.test.ts > what a member may not change stays as it is, whatever is sent'),
    http('rights.test.ts > undoes what colleagues did at that work center, and nothing elsewhere'),
    http('rights.test.ts > has no more rights with an API token, and the token loses them with the owner'),
    http('role-matrix.test.ts > permissions of each role'),
  ],
  'Passwords are stored with argon2id, and hashed again when the stored hash is too weak.': [
    signIn('hashes a password again when its stored hash is too weak'),
  ],
  'A password has 8 to 128 significant characters, and is not one of the 10,000 most leaked ones.': [
    services('credentials/common-passwords.test.ts > refuses each of the 10,000 most leaked passwords'),
    signIn('compares every byte of a long password'),
  ],
  'Every failed sign-in gets the same answer after the same work.': [
    signIn('gives the same answer after one hash for an unknown account'),
  ],
  'Attempts are limited by account and by address, also in parallel and across a restart, and no one is locked out permanently.':
    [
      signIn('checks the password of only five of fifty parallel attempts'),
      signIn('blocks an account for 1 s, doubles that up to 15 minutes'),
      signIn('blocks an address after 100 failures'),
      signIn('stores its counters in the database'),
      singleSignOn('for a quarter of an hour to an address that has begun a hundred and finished none'),
    ],
  'At most two passwords are hashed at once. A hundred people can sign in at the same time, and a flood of guesses is refused without locking out known people.':
    [
      services('credentials/semaphore.test.ts > passwords are hashed at most two at once'),
      services('credentials/semaphore.test.ts > runs two jobs at once, lets fifty wait in order, and refuses the rest'),
      services('auth/known-device.test.ts > let in a hundred people of one office'),
      services('auth/known-device.test.ts > let in known devices while more passwords are guessed'),
    ],
  'After the right password, about 50 codes can be tried in a month, and the owner is notified of wrong ones.': [
    services('auth/wrong-codes.test.ts > wrong codes after a right password'),
    services('auth/wrong-codes.test.ts > wait for 1 minute after the tenth, then twice as long each time'),
    services('auth/wrong-codes.test.ts > warn the owner after each tenth'),
    services('auth/wrong-codes.test.ts > of an attacker keep the owner out of no browser'),
  ],
  'Super admins cannot use single sign-on.': [singleSignOn('to a super admin, also to one whose account was linked')],
  'A known token is accepted, whatever others send from its address.': [
    services('api-tokens/api-tokens.test.ts > are limited per address; known tokens from the same address'),
    services('calendar-feeds/calendar-feeds.test.ts > are limited per address, without any effect on known feeds'),
  ],
  'An address that is malformed, or could be mistaken for another one, gets no account and no mail.': [
    'contract/email-address.test.ts > the refusal of an e-mail address gives the reason',
    services('users/users.test.ts > are refused wherever a person is invited'),
    'server/jobs/send-mail.test.ts > sends nothing to an address from which a mail server would read another one',
  ],
  'The session cookie cannot be read by scripts, other sites or subdomains, cannot be guessed, and is stored as a hash.':
    [
      signIn('sets a session cookie that scripts, other sites and subdomains cannot reach'),
      signIn('creates 10,000 different secrets of 256 bits'),
      signIn('does not store the session secret'),
    ],
  'The session id changes at sign-in, with the organization and with additional rights.': [
    signIn('creates a new session even if the browser sent one'),
    singleSignOn('creates a new session even if the browser sent one'),
    sessions('creates a new session id and returns the chosen organization'),
    services('access-requests/access-requests.test.ts > granting it ends the sessions of the person'),
  ],
  'A session ends after 30 minutes without activity (8 hours if remembered), and after 7 days in any case.': [
    sessions('ends 30 minutes after its last use'),
    sessions('ends 8 hours after its last use when remembered, and after 7 days in any case'),
  ],
  'Signing out ends the session on the server, clears the browser and closes the sockets.': [
    sessions('signing out ends the session on the server, clears the storage'),
    'server/live/live-socket.test.ts > closes the sockets of this session only, and at once',
  ],
  'Changing a password, or removing or disabling a member, ends the other sessions immediately.': [
    sessions('a password change ends every other session and renews its own'),
    sessions('removing a user from the organization ends the sessions of the user'),
  ],
  'Rights are read on every request.': [
    sessions('changing a membership in the database takes effect at the next request'),
  ],
  'Other sites can make no changes, and reading changes nothing.': [
    http('plugins/cross-site.test.ts > follows the same rules'),
    http('plugins/cross-site.test.ts > GET and HEAD change nothing'),
    singleSignOn('when the answer belongs to another sign-in, to none, or was never given by the provider'),
    singleSignOn('when the answer is sent a second time'),
    singleSignOn('is on this server whatever the provider, or somebody else, sends'),
  ],
  'Only configured origins may call from a browser.': [
    http('plugins/cross-site.test.ts > is not allowed by CORS headers'),
  ],
  'Every answer has the security headers for browsers.': [
    http('plugins/plugins.test.ts > safe headers of every answer'),
    http('plugins/plugins.test.ts > come with the refusal of a request that arrives while the server is being closed'),
  ],
  'Every role can make exactly the calls that are listed for it.': [
    http('role-matrix.test.ts > are listed and have a request for every endpoint, and for nothing else'),
  ],
  'A super admin without a current organization cannot reach the data of any.': [
    http('role-matrix.test.ts > permissions of each role'),
    sessions('is possible once for regular users, and only among their own organizations'),
  ],
  'Read-only fields have no effect in any spelling.': [http('mass-assignment.test.ts > fields nobody may set')],
  'No one can remove their own rights, and an organization always has an admin.': [
    services('users/users.test.ts > cannot remove their own rights or account, and the last admin cannot be removed'),
    services('users/users.test.ts > of two admins who demote each other at once one stays'),
  ],
  'Only its author and admins can change a proposal, and it is applied only in the version that was seen.': [
    services('proposals/proposals.test.ts > gets other changes and the other method from its author and admins only'),
    services('proposals/proposals.test.ts > is applied only in the version that was seen'),
    'web/features/proposals/proposal-screen.test.tsx > applies nothing that its reader has not seen',
  ],
  'Assistants write proposals only, apply them only within the limits of their token, and texts in the data never act.':
    [
      services(
        'assistants/hostile-calls.test.ts > random and hostile calls write nothing outside proposals, show nothing foreign',
      ),
      services('assistants/proposal-tools.test.ts > the limits of a token'),
      services('assistants/proposal-tools.test.ts > a project whose name is an instruction is data in answers'),
      http('mcp/mcp.test.ts > a session, another token and no credential are refused with 401'),
    ],
  'A new server has no account and no default password.': [
    'server/main.test.ts > has no account: neither the demo accounts nor common passwords can sign in',
  ],
  'People learn nothing about accounts outside their own organizations.': [
    services(
      'users/users.test.ts > gets the same answer for users of other organizations, unknown users and invalid ids',
    ),
    services('users/invitations.test.ts > gives the same answers whether or not the e-mail has an account'),
  ],
  'No password or secret remains in the browser, in addresses or in logs.': [
    'web/features/sign-in/sign-in.test.tsx > stores nothing of the password in the browser',
    http('plugins/plugins.test.ts > name routes by their pattern, and contain no secret, body or query'),
  ],
  'The tokens of notifications and sockets are stored as hashes, expire, and open nothing else.': [
    sessions('gives access only to notifications, and a token expires after 15 minutes'),
    sessions('can be redeemed once within 30 seconds if it is a ticket'),
    sessions('is stored as a hash'),
  ],
}

const exchange: Promises = {
  'Malformed input is refused and never ends in a failure.': [
    http('malformed-input.test.ts > malformed requests with a refusal or a success, never a failure'),
    http('malformed-input.test.ts > refuses bytes that are not UTF-8'),
  ],
  'Accepted input is read back unchanged.': [
    http('routes/resources.test.ts > accepted values are returned unchanged for'),
  ],
  'Bodies, addresses, headers and slow requests have limits.': [
    http('plugins/plugins.test.ts > apply to the body (1 MiB), the address (8 KiB) and query parameters (100)'),
    http('plugins/slow-requests.test.ts > does not block others: 200 connections with endless headers are all closed'),
  ],
  'Text is shown as text everywhere.': [
    'web/app/hostile-text.test.tsx > are shown as text on %s',
    'web/app/hostile-text.test.tsx > are shown as text in dialogs, toasts, the palette and the notifications',
  ],
  'Exported cells are never evaluated as formulas.': [
    'domain/csv.test.ts > any text reads back unchanged and never begins a formula',
    services('imports/export-import.test.ts > as CSV neutralizes formulas'),
  ],
  'Imports have limits, survive hostile files, and store all or nothing.': [
    http('imports.test.ts > are 20,000 rows, 100 columns and 10,000 characters'),
    'server/files/table-files.test.ts > files that are refused',
    'server/files/reading-memory.test.ts > answers rightly and grows by less than 100 MB: $name',
    'server/files/table-files.test.ts > leaves the main thread free while several files are read at once',
    services('imports/imports.test.ts > store nothing unless the user leaves them out'),
  ],
  'No search text can stall the server.': [services('search/search.test.ts > stays under the time limit for any text')],
  'The server contacts only hosts in its settings: for webhooks, files, e-mail and single sign-on.': [
    'testing/architecture.test.ts > only one file sends requests',
    'testing/architecture.test.ts > only the listed folders import %s',
    services('webhooks/webhooks.test.ts > is decided by the settings of the server'),
    services('data-sources/data-sources.test.ts > reads only where the operator allows it'),
    'server/exchange/exchange.test.ts > a redirect to another host is not followed',
  ],
  'The secret of an address goes to that host only, and is never shown.': [
    services('data-sources/data-sources.test.ts > is stored sealed, sent to its address only, and appears nowhere'),
    services('data-sources/data-sources.test.ts > is kept for its own host and sign-in only'),
  ],
  'Errors have one form, without internal details.': [
    http('malformed-input.test.ts > malformed requests with a refusal or a success, never a failure'),
    http('plugins/plugins.test.ts > an answer of 500'),
  ],
}

const reliability: Promises = {
  'An acknowledged write survives a killed process.': [
    db('embedded/crash.test.ts > a killed database loses no acknowledged write and always opens again'),
    db('postgres/postgres-crash.test.ts > lose no acknowledged write and always open again'),
    tool('kill-loop.ts'),
  ],
  'An acknowledged write survives a power cut.': [
    db('embedded/safety-kit.test.ts > is called by commits, and a database that skips it is rejected'),
    tool('power-loop.ts'),
  ],
  'A second server on the same data is refused within 2 s without damage.': [
    db('embedded/crash.test.ts > a second server is refused within 2 s without harm'),
  ],
  'No update is lost.': [
    http('lost-updates.test.ts > writers are each either saved or refused, and history lists every saved edit'),
    'e2e/trouble.e2e.ts > a stale write is resolved field by field, and no update is lost',
  ],
  'A POST repeated with the same key has one effect, even across a crash.': [
    http('run-keyed.test.ts > has one effect when sent many times at once'),
    http('run-keyed.test.ts > has no second effect after a crash between effect and answer'),
  ],
  'A run switches from the whole old plan to the whole new one.': [
    'server/jobs/run-crash.test.ts > leaves whole plans and no run that stays Running',
    tool('run-kill-loop.ts'),
  ],
  'An organization has one run at a time, organizations take turns, and a run can be cancelled.': [
    'server/jobs/scheduling-run.test.ts > is refused with a fixed message while another run of the organization is under way',
    'server/jobs/scheduling-run.test.ts > are served in the order of their requests',
    'server/jobs/scheduling-run-ends.test.ts > ends it while it is running, and the plan stays unchanged',
  ],
  'A run never overwrites a change made while it computed.': [
    'server/jobs/edits-during-run.test.ts > an operation that is moved and pinned stays where it was moved',
    'server/jobs/scheduling-run-ends.test.ts > is not committed when the plan version has changed or the lease is lost',
  ],
  'No stored operation ends before it starts, and every plan is checked when it is stored.': [
    'server/jobs/dates-in-order.test.ts > while 20 people edit dates at random and runs are made',
    services(
      'scheduling-runs/answer-schedule-job.test.ts > sends no plan whose rows differ from what the checker accepted',
    ),
    db('migrate.test.ts > of the product refuse stored work that ends before it starts'),
  ],
  'A slow receiver, mail server or source of one organization delays nobody else.': [
    'server/jobs/sources-of-many.test.ts > a source that never answers delays only its own organization',
    services('webhooks/webhooks.test.ts > delays only its own organization'),
    'server/jobs/send-mail.test.ts > lets neither the many messages of one organization nor a recipient that hangs delay',
  ],
  'A notification is stored with its cause, arrives, and is shown once.': [
    services('notifications/notifications.test.ts > is written only if its change commits'),
    'server/live/live-people.test.ts > survive random disconnects: 1,000 of them are shown once each',
    'web/live/receive-notifications.test.tsx > are announced when the whole list contains them before their own messages arrive',
    'web/live/notification-chaos.test.tsx > during faults of every kind, the browser loses none',
  ],
  'A lost connection is reopened, with polling in the meantime, and nothing is missed or sent twice.': [
    'web/live/socket.test.tsx > is retried after 1, 2, 4, 8 and 16 s, and then replaced by polling',
    'web/live/notes.test.tsx > keeps its order while offline and across a reload, and sends each note once',
    'e2e/live.e2e.ts > the notes are neither lost nor shown twice',
  ],
  'A socket needs a ticket and an allowed origin, and a client that floods, sleeps or reads nothing is dropped.': [
    'server/live/live-socket.test.ts > needs a ticket, which works once, and an allowed origin',
    'server/live/live-socket.test.ts > close a socket that sends more than 64 KiB or more than 20 messages a second',
    'server/live/live-socket.test.ts > drop a client that reads nothing, while others are served',
  ],
  'An unavailable database causes only 503, and service resumes within a second of its return.': [
    db('postgres/postgres.test.ts > survives restarts: clients get only 503'),
    db('postgres/postgres.test.ts > answers 503 within 5 s when the network drops all traffic'),
    tool('restart-loop.ts'),
  ],
  'Statements, requests and waits for a connection have time limits; a download is limited only in its pauses.': [
    db('postgres/postgres.test.ts > ends a statement at the time limit with 503'),
    db('embedded/safety-kit.test.ts > ends a statement that runs too long, answers 503'),
    http('plugins/slow-requests.test.ts > is given up with 503 at the limit, also with a body'),
    http('plugins/slow-requests.test.ts > that takes longer than any other answer may is sent to its end'),
    http('plugins/slow-requests.test.ts > whose next part does not come is cut off'),
  ],
  'A stopping server finishes its answers and ends within ten seconds.': [
    'server/main.test.ts > stops on SIGTERM: it is no longer ready, answers the current request',
    tool('stop-loop.ts'),
  ],
  'The health checks distinguish a live process from a server that is ready.': [
    http('plugins/plugins.test.ts > is up without the database, and ready until the server is asked to stop'),
  ],
  'Migrations run once, completely or not at all, and a newer schema is refused.': [
    db(
      'postgres/migrate-postgres.test.ts > leaves either the old or the new schema when the owner is disconnected at any moment',
    ),
    db('postgres/migrate-postgres.test.ts > migrate one after another, and the first applies all migrations'),
    db('migrate.test.ts > refuse a database of a newer release'),
    'server/cli/compose.test.ts > lose no acknowledged write while a release migrates the database',
  ],
  'With a full disk, changes are refused with a clear message, and everything continues once there is room.': [
    http(
      'plugins/plugins.test.ts > refuses changes in plain words, allows reading, and takes changes again once there is room',
    ),
    db('embedded/safety-kit.test.ts > is named as the reason when a start fails'),
    tool('disk-full.ts'),
  ],
  'While the database cannot store anything, everything can be read for an hour.': [
    http('stores-nothing.test.ts > answers every reading, from a cold server, after a minute, and for an hour'),
    http('stores-nothing.test.ts > a disk that is nearly full is not filled with forecasts'),
    tool('disk-full.ts'),
  ],
  'No question of one person makes others wait: health checks, colleagues and other organizations are still answered.':
    [
      http('questions.test.ts > the main thread runs no engine, whatever question is asked'),
      http('questions.test.ts > other people are answered while one person asks the largest questions'),
      http('questions.test.ts > a third of one person is refused before its body is read'),
    ],
  'Work ends when its caller has left or at its time limit, and each person can ask two questions at a time.': [
    http('questions.test.ts > a question ends when its caller leaves, and the next one begins'),
    http('questions.test.ts > limits of a person'),
    services(
      'scheduling/ask-in-turn.test.ts > a question that takes too long ends with 503 before the browser gives up',
    ),
    services('scheduling/fair-turns.test.ts > the people of an organization take turns'),
    'server/jobs/keep-forecasts.test.ts > ends with its thread when it does not react to a stop',
    'web/app/query-client.test.ts > a query is retried up to three times when the server is busy',
  ],
  'A backup made during writes restores to one moment.': [
    db('embedded/safety-kit.test.ts > taken during writes restore to one commit point'),
    'server/cli/compose.test.ts > make a backup that PostgreSQL restores',
  ],
  'The memory caches of the server are limited.': [
    http('answer-cache.test.ts > stays within 16 MB and drops the least recently used answers first'),
    db('held-rows.test.ts > of the least recently used organization are dropped when too many are held'),
    'server/jobs/keep-forecasts.test.ts > keeps shops up to a number of operations',
  ],
  'The database grows with the work: the number of runs is limited, and history is stored for as long as the organization wants.':
    [
      'server/jobs/sweep.test.ts > are kept up to 500, swept by two servers at once',
      'server/jobs/sweep.test.ts > that were replaced by reverting and restoring a run go without another run',
      services('history/prune-history.test.ts > is deleted as counted before, except that of open projects'),
      services('history/prune-history.test.ts > takes its change sets with it, so that nothing is undone in part'),
      services('history/prune-history.test.ts > is kept forever where the organization has not said otherwise'),
      'web/features/admin/settings/settings-form.test.tsx > is shortened only after a question that counts the deleted entries',
    ],
  'An unexpected error is logged, and the process drains and ends.': [
    'server/main.test.ts > ends with code 1 after an uncaught error',
  ],
}

const browser: Promises = {
  'The browser survives any answer.': [
    'web/api/client.test.tsx > leads to no other error than ApiError in 2,000 generated answers',
    'web/app/hostile-answers.test.tsx > still shows its header and some content',
  ],
  'The browser survives any content of its storage.': [
    'web/stores/storage.test.tsx > the application with a damaged storage',
  ],
  'A failed save loses nothing that was typed.': [
    'web/app/failing-saves.test.tsx > an editor whose save fails',
    'e2e/trouble.e2e.ts > no edit is lost when the session ends in the middle of it',
  ],
  'Optimistic changes are reverted exactly if they fail, in any order of answers.': [
    'web/components/record-writes/show-writes.test.ts > equals a model after every step',
  ],
  'Dates are the same in browser and server, in every zone and across every clock change.': [
    'web/lib/zoned-time.test.ts > give the same date in browser and server at every clock change from 1970 to 2037',
    'domain/time/zone-dates.test.ts > days begin and end as formatted by Intl',
  ],
  'The tabs of one person agree on the user and the organization.': [
    'web/features/shell/shell.test.tsx > a logout in one tab signs out the others',
    'web/api/client.test.tsx > is not sent again after another tab has switched the organization',
  ],
  'Screens are accessible while they load, fail or have nothing to show.': [
    'e2e/accessible.e2e.ts > no screen has serious accessibility violations while it loads, when its data fails',
    'e2e/kanban-accessible.e2e.ts > the board has no serious accessibility violations in any state',
  ],
}

/** What the product promises about security and reliability. */
export const mustHold: Promises = { ...isolation, ...access, ...exchange, ...reliability, ...browser }
