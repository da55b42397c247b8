/** Accounts: registering, signing in and out, one's own profile (forum host, wire.md). */
import * as z from 'zod/mini'
import { call, event } from './kit/promise.ts'
import { Limit, Page, page } from './shape/page.ts'
import { Person, roles } from './shape/person.ts'
import { Agreed, AreaCode, Email, homeArea, isPhone, NewPassword, NickName, Password, SentCode, UserName } from './shape/rule.ts'

export const genders = ['private', 'male', 'female'] as const

/** One's own profile; times in seconds. */
export const Profile = z.extend(Person, {
  gender: z.enum(genders),
  birthday: z.string(),
  region: z.string(),
  phone: z.string(),
  area_code: z.string(),
  email: z.string(),
  created_at: z.number(),
  /** When the account is erased; null where no cancellation is under way. */
  erase_at: z._default(z.nullable(z.number()), null),
  has_password: z._default(z.boolean(), true),
  /** What they keep order as, in the forum and over the guides. */
  role: z._default(z.enum(roles), ''),
})
export type Profile = z.infer<typeof Profile>

/** What a phone keeps of its bindings after sign-in (spec 3: bind info). */
export const BindInfo = z.object({ devices: z.number(), devid: z.string(), devsn: z.string() })
export type BindInfo = z.infer<typeof BindInfo>

export const SignedIn = z.object({ token: z.string(), user: Profile, bind: BindInfo })
export type SignedIn = z.infer<typeof SignedIn>

/** code: the box's pairing code, asked where HOMEPORT_REGISTRATION=code. 4009 taken, 4029 too many, 4003 registration closed. */
export const register = call({
  host: 'forum',
  path: '/user/account/register',
  needs: 'anyone',
  input: z.object({ username: UserName, password: Password, agreed: Agreed, code: z._default(z.string(), '') }),
  output: SignedIn,
})

/** 4001 for an unknown name and a wrong password alike; 4016 after ten wrong tries in 15 minutes. */
export const login = call({
  host: 'forum',
  path: '/user/account/login',
  needs: 'anyone',
  input: z.object({
    username: z.string().check(z.minLength(1, 'required')),
    password: z.string().check(z.minLength(1, 'password_filled'), z.maxLength(256, 'password_length')),
    agreed: Agreed,
  }),
  output: SignedIn,
})

/** Ends this token and its open sockets. */
export const logout = call({ host: 'forum', path: '/user/account/logout', needs: 'user', input: z.object({}), output: z.null() })

export const profile = call({ host: 'forum', path: '/user/account/profile', needs: 'user', input: z.object({}), output: Profile })

/** P6: a code is good for what it was asked for, and for nothing else. confirm: a sensitive change of one's own account (P11). */
export const codePurposes = ['login', 'register', 'bind', 'reset', 'cancel', 'confirm'] as const
export type CodePurpose = (typeof codePurposes)[number]

/** P2, P3, P5. */
export const codeLifeMs = 5 * 60_000
export const codeTriesAtMost = 5
export const resendWaitMs = 60_000

const phoneFields = { area_code: z._default(AreaCode, homeArea), phone: z.string().check(z.minLength(1, 'phone_filled')) }
const isRightPhone = z.refine<{ area_code: string; phone: string }>(isPhone, { error: 'phone_format', path: ['phone'] })
/** Where a code goes: a phone, or an e-mail address; the other one is ''. */
const targetFields = {
  area_code: z._default(AreaCode, homeArea),
  phone: z._default(z.string(), ''),
  email: z._default(z.union([z.literal(''), Email]), ''),
}
type Target = { area_code: string; phone: string; email: string }
const hasOneTarget = z.refine<Target>(({ phone, email }) => (phone === '') !== (email === ''), {
  error: 'one_target',
  path: ['phone'],
})
const hasRightPhone = z.refine<Target>((target) => target.phone === '' || isPhone(target), {
  error: 'phone_format',
  path: ['phone'],
})

/**
 * Sends six digits by SMS or e-mail; answers alike for known and unknown ones (P7). purpose bind, cancel and confirm want a token; cancel and confirm go
 * to the account's own phone or e-mail only (the phone where it has both). `wait`: seconds until the next may be asked. 4029 with the same `wait` where it is too soon or too often (P5).
 */
export const sendCode = call({
  host: 'forum',
  path: '/user/account/sendCode',
  needs: 'anyone',
  input: z.object({ purpose: z.enum(codePurposes), ...targetFields }).check(hasOneTarget, hasRightPhone),
  output: z.object({ wait: z.number() }),
})

/** An unknown number becomes an account with a name of its own (user_…). 4001 for a wrong, spent or old code. */
export const loginByCode = call({
  host: 'forum',
  path: '/user/account/loginByCode',
  needs: 'anyone',
  input: z.object({ ...phoneFields, code: SentCode, agreed: Agreed }).check(isRightPhone),
  output: SignedIn,
})

/** Ends every token of the account (P10). */
export const resetPassword = call({
  host: 'forum',
  path: '/user/account/resetPassword',
  needs: 'anyone',
  input: z.object({ ...targetFields, code: SentCode, password: Password }).check(hasOneTarget, hasRightPhone),
  output: z.null(),
})

/** P11: the password, or a code of purpose confirm (cancel for a cancellation); one of the two. 4001 with data.field where it is wrong. */
const proofFields = { password: z._default(z.string(), ''), proof_code: z._default(z.string(), '') }

/** Ends the other tokens (P10). An account that came by phone has no password: then `password` stays '' and the proof is a code. */
export const changePassword = call({
  host: 'forum',
  path: '/user/account/changePassword',
  needs: 'user',
  input: z.object({ ...proofFields, new_password: NewPassword }),
  output: z.null(),
})

/** `code` was sent to the new number with purpose bind. An account without password, phone and e-mail needs no proof. 4009 where another account has it. Ends the other tokens (P10). */
export const bindPhone = call({
  host: 'forum',
  path: '/user/account/bindPhone',
  needs: 'user',
  input: z.object({ ...phoneFields, code: SentCode, ...proofFields }).check(isRightPhone),
  output: Profile,
})

export const bindEmail = call({
  host: 'forum',
  path: '/user/account/bindEmail',
  needs: 'user',
  input: z.object({ email: Email, code: SentCode, ...proofFields }),
  output: Profile,
})

/** birthday 'YYYY-MM-DD' or ''; region an id of the list that app and cloud share, or ''. What is left out stays. */
export const saveProfile = call({
  host: 'forum',
  path: '/user/account/saveProfile',
  needs: 'user',
  input: z.object({
    nickname: z.optional(NickName),
    gender: z.optional(z.enum(genders)),
    birthday: z.optional(z.string().check(z.refine(isBirthday, 'birthday'))),
    region: z.optional(z.string().check(z.maxLength(32, 'region'))),
  }),
  output: Profile,
})

function isBirthday(text: string): boolean {
  if (text === '') return true
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text) && text >= '1900-01-01'
}

/** `id`: its name in sessions and endSession, never the token. Times in seconds; `client` in the words of the browser or app that signed in. */
export const SessionRow = z.object({
  id: z.string(),
  client: z.string(),
  address: z.string(),
  created_at: z.number(),
  seen_at: z.number(),
  is_current: z.boolean(),
})
export type SessionRow = z.infer<typeof SessionRow>

export const sessions = call({
  host: 'forum',
  path: '/user/account/sessions',
  needs: 'user',
  input: z.object({ page: Page, limit: Limit }),
  output: page(SessionRow),
})

/** id '' ends all but this one. Their sockets close within a second (P10). */
export const endSession = call({
  host: 'forum',
  path: '/user/account/endSession',
  needs: 'user',
  input: z.object({ id: z._default(z.string(), '') }),
  output: z.null(),
})

export const postChoices = ['delete', 'anonymise'] as const
export const cancelDays = 7

/** P36. The account stays for cancelDays and can be taken back by signing in; then it is erased. `erase_at` in seconds. Ends every token but this one. */
export const cancel = call({
  host: 'forum',
  path: '/user/account/cancel',
  needs: 'user',
  input: z.object({ posts: z.enum(postChoices), ...proofFields }),
  output: z.object({ erase_at: z.number() }),
})

export const undoCancel = call({
  host: 'forum',
  path: '/user/account/undoCancel',
  needs: 'user',
  input: z.object({}),
  output: Profile,
})

/** Tokens ended: their sockets close within a second. `token_hashes` as stored. */
export const tokensEnded = event({
  name: 'account.tokens_ended',
  data: z.object({ user_id: z.string(), token_hashes: z.array(z.string()) }),
})

/** What its owner is told of in a message of the system. */
export const accountNews = [
  'registered',
  'password_changed',
  'phone_bound',
  'email_bound',
  'cancel_asked',
  'cancel_undone',
] as const
/** `at` in ms: the same news with the same `at` is one message, however often it is delivered. */
export const accountChanged = event({
  name: 'account.changed',
  data: z.object({ user_id: z.string(), what: z.enum(accountNews), at: z.number() }),
})

/** The cancellation's days are over: every feature erases, in this transaction's realm, what it holds of the user. */
export const userErased = event({
  name: 'account.erased',
  data: z.object({ user_id: z.string(), posts: z.enum(postChoices) }),
})

export const avatarMaxBytes = 5 * 1024 * 1024

/** One picture, kept as a square of avatarPx; or `remove`. `avatar` of the answer: its id, for GET /{lang}/forum/picture/{id}. */
export const avatarPx = 512
export const avatar = call({
  host: 'forum',
  path: '/user/account/avatar',
  needs: 'user',
  files: { most: 1, maxBytes: avatarMaxBytes },
  input: z.object({ remove: z._default(z.boolean(), false) }),
  output: Profile,
})

/** All that this realm holds of the asker, by feature; nothing secret and nothing of anybody else. made_at in seconds. 4029 more often than ten times an hour. */
export const exportData = call({
  host: 'forum',
  path: '/user/account/export',
  needs: 'user',
  input: z.object({}),
  output: z.object({ made_at: z.number(), user_id: z.string(), data: z.record(z.string(), z.unknown()) }),
})

/**
 * code: what wx.login gave the mini-program, good once. An unknown WeChat account becomes an account with a name of its own (wx_…).
 * 4001 where WeChat refuses the code, 4003 where this server has no mini-program, 5004 where WeChat does not answer.
 */
export const wechatMiniProgram = call({
  host: 'forum',
  path: '/third/wechatMiniProgram',
  needs: 'anyone',
  input: z.object({ code: z.string().check(z.regex(/^[\w-]{1,128}$/, 'wechat_code')), agreed: Agreed }),
  output: SignedIn,
})
