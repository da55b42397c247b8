/** Turns a call of the contract into a route: decodes the body, finds user and box as `needs` requires, and builds the envelope; one catch for all. */
import type { Call, In, Needs, Out, Shape } from '@homeport/contract/kit/operation.ts'
import { Code } from '@homeport/contract/kit/codes.ts'
import { decodeForm } from '@homeport/contract/kit/form.ts'
import type { FrameIn } from '@homeport/contract/kit/envelope.ts'
import type { Db } from '../db.ts'
import { outputReader } from './output.ts'
import type { Realm } from '../realm.ts'
import { invalid, Refusal } from '../refusal.ts'
import type { TempUpload } from './temp-upload.ts'
import type { Session, User } from '../auth.ts'

/** A box as bound by one of its users in this realm. */
export type BoundDevice = { devid: string; devsn: string; role: 'owner' | 'member' }

/** Sends acts to an online box for the user. Waits for the box's reply, 5004 after 10 s. */
export type UserBoxRequests = { send(act: string, data: unknown, id?: string): Promise<FrameIn> }

/** Authentication interface, implemented by account, device and connection at start. */
export type AuthResolvers = {
  /** Refuses with 1002, 1003 or 1004. */
  sessionOf(realm: Realm, token: string): Promise<Session>
  /** By devid or devsn; undefined if this user has no such box. */
  deviceOf(realm: Realm, user: User, name: string): Promise<BoundDevice | undefined>
  /** Undefined while the box is offline. */
  boxOf(realm: Realm, user: User, device: BoundDevice): Promise<UserBoxRequests | undefined>
}

export type AnyoneContext = {
  realm: Realm
  db: Db
  /** ms */
  now: number
  /** The client's IP address; forwarded addresses only from trusted proxies. */
  address: string
  /** The address is that of a proxy that is not trusted: the client's is not known. */
  isHidden: boolean
  /** The base URL that the client used, such as http://192.168.1.5:8700. */
  base: string
  /** The User-Agent header, at most 300 characters. */
  agent: string
  /** Uploaded parts named `file`, within the call's limits in number and size; deleted after the response unless kept. */
  files: readonly TempUpload[]
}
/** For calls open to anyone. session: refuses like a call that needs a user; asker: undefined for a guest and for an invalid token. */
export type GuestContext = AnyoneContext & { session: () => Promise<Session>; asker: () => Promise<User | undefined> }
export type UserContext = AnyoneContext & { user: User; tokenHash: string }
export type DeviceContext = UserContext & { device: BoundDevice }
export type OnlineContext = DeviceContext & { box: UserBoxRequests }
export type ContextOf<N extends Needs> = N extends 'online'
  ? OnlineContext
  : N extends 'device'
    ? DeviceContext
    : N extends 'user'
      ? UserContext
      : GuestContext

/**
 * otherBox: the call may name another box than the Devsn header's current one. cached: the handler reads only from the database, so the same request of the
 * same user has the same response until the next write.
 */
type Options<N extends Needs> = { otherBox?: true; cached?: N extends 'anyone' ? true : never }

/** asker: if the session was looked up already. */
export type RawRequest = {
  body: Record<string, unknown>
  token: string
  devsn: string
  context: AnyoneContext
  auth: AuthResolvers
  asker?: { user: User | undefined }
}
export type Route = { call: Call; isCached: boolean; answer(request: RawRequest): Promise<unknown> }

export function serve<I extends Shape, O extends Shape, N extends Needs>(
  call: Call<I, O, N>,
  handle: (input: Out<I>, context: ContextOf<N>) => Promise<In<O>> | In<O>,
  options: Options<N> = {},
): Route {
  const readOutput = outputReader(call.output)
  return {
    call,
    isCached: options.cached ?? false,
    async answer(request) {
      const session = call.needs === 'anyone' ? undefined : await sessionOf({ ...request, realm: request.context.realm })
      const names = call.device === undefined ? [] : boxNames(call.device, request, options)
      const body =
        call.device === undefined || names[0] === undefined ? request.body : { ...request.body, [call.device]: names[0] }
      const parsed = call.input.safeParse(decodeForm(call.input, body))
      if (!parsed.success) throw brokenRule(parsed.error.issues)
      refuseUnkeepable(parsed.data)
      // NOTE: contextFor returns exactly what `needs` requires; the types cannot express that.
      const context = (await contextFor(call, { ...request, session, names })) as ContextOf<N>
      return readOutput(await handle(parsed.data, context))
    },
  }
}

async function contextFor(
  call: Call,
  { session, names, asker, ...request }: RawRequest & { session?: Session; names: string[] },
): Promise<Partial<OnlineContext & GuestContext>> {
  const { context, auth } = request
  if (!session) {
    const holder = { token: request.token, auth, realm: context.realm }
    return { ...context, session: () => sessionOf(holder), asker: async () => (asker ? asker.user : askerOf(holder)) }
  }
  const { user, tokenHash } = session
  if (call.needs === 'user') return { ...context, user, tokenHash }
  const device = await auth.deviceOf(context.realm, user, names[0] ?? '')
  if (!device) throw new Refusal(Code.notBound)
  if (names.some((name) => name !== device.devid && name !== device.devsn)) throw invalid(call.device ?? '', 'one_device')
  if (call.needs === 'device') return { ...context, user, tokenHash, device }
  const box = await auth.boxOf(context.realm, user, device)
  if (!box) throw new Refusal(Code.offline)
  return { ...context, user, tokenHash, device, box }
}

type TokenHolder = { token: string; realm: Realm; auth: AuthResolvers }

export async function askerOf(holder: TokenHolder): Promise<User | undefined> {
  try {
    return (await sessionOf(holder)).user
  } catch (error) {
    if (error instanceof Refusal) return undefined
    throw error
  }
}

async function sessionOf({ token, realm, auth }: TokenHolder): Promise<Session> {
  if (token === '') throw new Refusal(Code.noToken)
  return auth.sessionOf(realm, token)
}

/** Every name for the box in the request, the decisive one first: the body's, then the Devsn header's (wire.md). */
function boxNames(field: string, { body, devsn }: RawRequest, { otherBox }: { otherBox?: true }): string[] {
  const named = [field, 'devid', 'devsn', 'client_id'].map((key) => lastText(body[key])).filter((name) => name !== '')
  return named.length > 0 && otherBox ? named : [...named, devsn].filter((name) => name !== '')
}

function lastText(value: unknown): string {
  const last: unknown = Array.isArray(value) ? value.at(-1) : value
  return typeof last === 'string' ? last : ''
}

/** P30: no database stores a NUL or half a surrogate pair unchanged; PostgreSQL fails on it. */
function refuseUnkeepable(input: unknown): void {
  if (typeof input !== 'object' || input === null) return
  for (const [field, value] of Object.entries(input)) if (!isKeepable(value)) throw invalid(field, 'text_unkeepable')
}

function isKeepable(value: unknown): boolean {
  if (typeof value === 'string') return !value.includes('\0') && value.isWellFormed()
  return typeof value !== 'object' || value === null || Object.entries(value).flat().every(isKeepable)
}

/** The first broken rule, by the name that the schema has as its message. */
function brokenRule(issues: readonly { path: PropertyKey[]; message: string; code?: string }[]): Refusal {
  const [issue] = issues
  const rule = issue && /^[a-z_]+$/.test(issue.message) ? issue.message : 'invalid'
  return invalid(String(issue?.path[0] ?? ''), rule)
}
