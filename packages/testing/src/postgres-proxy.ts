/** A proxy to PostgreSQL that sees each statement, and can let the server commit and then drop the answer. */
import type { Socket } from 'node:net'
import { startTcpProxy, type TcpProxy } from './tcp-proxy.ts'

/** A commit whose answer the server has sent and the client has not received yet. */
export interface Commit {
  /** The role that the client logged in as. */
  role: string
  applicationName: string
  /** Writes of the transaction: `insert shipment`, `update outbox`, in the order of the first statement of each. */
  writes: string[]
  /** The parameters of its statements, as text. */
  values(): string[]
}

/** A transaction, whether or not it was committed, or a single statement outside of one. */
export interface Executed {
  /** The role that the client logged in as. */
  role: string
  /** SQL of its statements, with those that begin and end it. */
  statements: string[]
  /** The parameters of its statements, as text. */
  values(): string[]
}

interface Watch {
  drops?: (commit: Commit) => boolean
  observe?: (executed: Executed) => void
}

/**
 * Reads the wire protocol (version 3, without TLS). `observe` gets everything that is executed. `drops` is asked for each
 * commit that wrote something: explicit ones and single statements outside a transaction. A commit whose answer is dropped
 * is durable, and its connection breaks.
 */
export function startPostgresProxy({
  targetHost,
  targetPort,
  ...watch
}: Watch & { targetHost: string; targetPort: number }): Promise<TcpProxy> {
  return startTcpProxy({ targetHost, targetPort, relay: (client, server) => follow(client, server, watch) })
}

const PROTOCOL_3 = 3 << 16
const READY = 'Z'
/** Sent at once, also between the answers: notices, parameters, notifications, and the dialogue of the login and of COPY. */
const PASSED_ON_AT_ONCE = 'NSARKvGHWdc'

/** A statement that was sent and not yet completed. */
interface Sent {
  sql: string
  parameters: Buffer[]
  /** A simple query may contain several statements: all of them complete it. */
  simple: boolean
}

function follow(client: Socket, server: Socket, { drops = () => false, observe }: Watch): void {
  const statements = new Map<string, string>()
  const portals = new Map<string, Sent>()
  let login: Record<string, string> | null = null
  /** Statements sent since the last Sync. */
  let open: Sent[] = []
  /** Groups that wait for their ReadyForQuery, oldest first: a client may send the next before the answer to the last. */
  const groups: Sent[][] = []
  /** Statements of the first group that are not completed yet. */
  let left: Sent[] = []
  /** Everything answered since the connection was last idle. */
  let executed: Sent[] = []
  let written: Sent[] = []
  let failed = false
  let rolledBack = false
  /** Answers since the last ReadyForQuery: they are passed on when it has come. */
  let held: Buffer[] = []

  const fromClient = (type: string, body: Buffer): void => {
    const [first, second] = [textAt(body, 0), textAt(body, textAt(body, 0).next)]
    const close = (group: Sent[]) => {
      groups.push(group)
      if (groups.length === 1) left = [...group]
    }
    if (type === 'Q') close([{ sql: first.text, parameters: [], simple: true }])
    if (type === 'P') statements.set(first.text, second.text)
    if (type === 'B') {
      const sql = statements.get(second.text) ?? ''
      portals.set(first.text, { sql, parameters: parametersAt(body, second.next), simple: false })
    }
    const portal = type === 'E' && portals.get(first.text)
    if (portal) open.push(portal)
    if (type === 'S') {
      close(open)
      open = []
    }
  }

  const completed = (tag: string): void => {
    rolledBack = tag === 'ROLLBACK'
    const [done] = left
    if (!done) return
    if (!done.simple) left.shift()
    const changedNothing = /^(INSERT 0|UPDATE|DELETE) 0$/.test(tag)
    if (!changedNothing && !written.includes(done)) written.push(done)
  }

  const observeExecuted = (): void => {
    const done = executed
    executed = []
    if (done.length === 0) return
    const values = () => done.flatMap(({ parameters }) => parameters.map(String))
    observe?.({ role: login?.user ?? '', statements: done.map(({ sql }) => sql), values })
  }

  /** The commit that the answers up to ReadyForQuery contain, if any. */
  const commitAt = (isIdle: boolean): Commit | null => {
    const statementsOfCommit = written
    const kept = !failed && !rolledBack
    failed = false
    if (!isIdle) return null
    written = []
    const writes = [...new Set(statementsOfCommit.flatMap(({ sql }) => findWrites(sql)))]
    if (!kept || login === null || writes.length === 0) return null
    return {
      role: login.user ?? '',
      applicationName: login.application_name ?? '',
      writes,
      values: () => statementsOfCommit.flatMap(({ parameters }) => parameters.map(String)),
    }
  }

  const fromServer = (type: string, body: Buffer, message: Buffer): void => {
    if (PASSED_ON_AT_ONCE.includes(type)) return void client.write(message)
    held.push(message)
    if (type === 'C') completed(textAt(body, 0).text)
    if (type === 'E') failed = true
    if (type !== READY) return
    const isIdle = body.toString() === 'I'
    executed.push(...(groups.shift() ?? []))
    left = [...(groups[0] ?? [])]
    if (isIdle) observeExecuted()
    const commit = commitAt(isIdle)
    if (commit && drops(commit)) {
      client.destroy()
      server.destroy()
      return
    }
    for (const answer of held) client.write(answer)
    held = []
  }

  const readClient = messageReader((type, body) => fromClient(type, body), {
    onLogin: (parameters) => {
      login = parameters
    },
  })
  const readServer = messageReader(fromServer)
  client.on('data', (bytes: Buffer) => {
    readClient(bytes)
    server.write(bytes)
  })
  server.on('data', (bytes: Buffer) => readServer(bytes))
  client.on('end', () => server.end())
  server.on('end', () => {
    for (const answer of held) client.write(answer) // why the server ends the connection
    client.end()
  })
}

/** Cuts a stream of bytes into messages. With `onLogin`, the first message is the start-up packet, which has no type. */
export function messageReader(
  onMessage: (type: string, body: Buffer, message: Buffer) => void,
  { onLogin }: { onLogin?: (parameters: Record<string, string>) => void } = {},
): (bytes: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0)
  let expectsLogin = onLogin !== undefined
  return (bytes) => {
    rest = rest.length === 0 ? bytes : Buffer.concat([rest, bytes])
    for (;;) {
      const typeLength = expectsLogin ? 0 : 1
      if (rest.length < typeLength + 4) return
      const length = typeLength + rest.readInt32BE(typeLength)
      if (rest.length < length) return
      const message = rest.subarray(0, length)
      rest = rest.subarray(length)
      const body = message.subarray(typeLength + 4)
      if (!expectsLogin) onMessage(String.fromCharCode(message[0] as number), body, message)
      else if (body.readInt32BE(0) === PROTOCOL_3) {
        expectsLogin = false
        onLogin?.(loginParameters(body.subarray(4)))
      }
    }
  }
}

function loginParameters(body: Buffer): Record<string, string> {
  const words = body.toString().split('\0')
  return Object.fromEntries(
    words.flatMap((word, n) => (n % 2 === 0 && word !== '' ? [[word, words[n + 1] ?? '']] : [])),
  )
}

function textAt(body: Buffer, from: number): { text: string; next: number } {
  const end = body.indexOf(0, from)
  return end < 0 ? { text: '', next: body.length } : { text: body.toString('utf8', from, end), next: end + 1 }
}

/** The values of a Bind message: format codes first, then each value with its length; -1 is null. */
function parametersAt(body: Buffer, from: number): Buffer[] {
  let at = from + 2 + 2 * body.readInt16BE(from)
  const count = body.readInt16BE(at)
  at += 2
  const values: Buffer[] = []
  for (let n = 0; n < count; n++) {
    const length = body.readInt32BE(at)
    at += 4
    if (length < 0) continue
    values.push(body.subarray(at, at + length))
    at += length
  }
  return values
}

const WRITE =
  /\b(insert\s+into|delete\s+from|(?<!\bfor\s+|\bno\s+key\s+|\bdo\s+)update|truncate|(?:create|alter|drop)\s+(?:unique\s+)?(?:table|index|schema)(?:\s+if\s+(?:not\s+)?exists)?)\s+(?:only\s+)?((?:"?[a-z_][\w$]*"?\.)*"?[a-z_][\w$]*"?)/g

/** Pure: the writes of a statement, also inside `with`: verb and table, each once. Digits of names count as `#`. */
export function findWrites(sql: string): string[] {
  const bare = sql
    .replaceAll(/--[^\n]*/g, '')
    .replaceAll(/'(?:[^']|'')*'/g, "''")
    .toLowerCase()
  const writes = [...bare.matchAll(WRITE)].map(([, verb = '', name = '']) => {
    const table = name.replaceAll('"', '').replace(/^.*\./, '').replaceAll(/\d+/g, '#')
    const [word, ...kind] = verb.split(/\s+/)
    return ['insert', 'delete', 'update', 'truncate'].includes(word as string)
      ? `${word} ${table}`
      : `${word} ${kind[0]} ${table}`
  })
  return [...new Set(writes)]
}
