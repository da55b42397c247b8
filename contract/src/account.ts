/** Accounts: registration, sign-in and sign-out, and one's own profile (forum host, wire.md). */
import * as z from 'zod/mini'
import { codeMinutes, isCode, normalCode } from './kit/connection.ts'
import { call, event } from './kit/operation.ts'
import { Limit, Page, page } from './shape/page.ts'
import { Person, roles } from './shape/person.ts'
import {
  Agreed,
  AreaCode,
  Email,
  homeArea,
  isPhone,
  NewPassword,
  NickName,
  Password,
  SentCode,
  UserName,
} from './shape/field/rule.ts'

export const genders = ['private', 'male', 'female'] as const

/** The user's own profile; times in seconds. */
export const Profile = z.extend(Person, {
  gender: z.enum(genders),
  birthday: z.string(),
  region: z.string(),
  phone: z.string(),
  area_code: z.string(),
  email: z.string(),
  created_at: z.number(),
  /** When the account is erased; null if no cancellation is pending. */
  erase_at: z._default(z.nullable(z.number()), null),
  has_password: z._default(z.boolean(), true),
  /** When WeChat was linked; null if it is not. */
  wechat_since: z._default(z.nullable(z.number()), null),
  /** Role of the user in the forum and the guides. */
  role: z._default(z.enum(roles), ''),
})
export type Profile = z.infer<typeof Profile>

/** Summary of the user's bound boxes after sign-in (spec 3: bind info). */
export const BindInfo = z.object({ devices: z.number(), devid: z.string(), devsn: z.string() })
export type BindInfo = z.infer<typeof BindInfo>

export const SignedIn = z.object({ token: z.string(), user: Profile, bind: BindInfo })
export type SignedIn = z.infer<typeof SignedIn>

/** The code of an invitation or of a box that is to be paired; only for a new account, and only where HOMEPORT_REGISTRATION=code. */
const Invitation = z._default(z.string().check(z.maxLength(64, 'range')), '')

/** Creates an account. code: as `invitation` in other calls. 4009 the name, or one that looks like it, is taken, 4029 too many, 4003 registration closed. */
export const register = call({
  host: 'forum',
  path: '/user/account/register',
  needs: 'anyone',
  input: z.object({ username: UserName, password: Password, agreed: Agreed, code: z._default(z.string(), '') }),
  output: SignedIn,
})

/** Signs in. 4001 for an unknown name and a wrong password alike; 4016 after ten wrong tries in 15 minutes. */
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

/** Revokes this token and closes its sockets. */
export const logout = call({ host: 'forum', path: '/user/account/logout', needs: 'user', input: z.object({}), output: z.null() })

export const profile = call({ host: 'forum', path: '/user/account/profile', needs: 'user', input: z.object({}), output: Profile })

/** P6: a code is valid only for the purpose it was requested for. confirm: a sensitive change of one's own account (P11). */
export const codePurposes = ['login', 'register', 'bind', 'reset', 'cancel', 'confirm'] as const
export type CodePurpose = (typeof codePurposes)[number]

/** P2, P3, P5. */
export const codeLifeMs = 5 * 60_000
export const maxCodeTries = 5
export const resendWaitMs = 60_000

const phoneFields = { area_code: z._default(AreaCode, homeArea), phone: z.string().check(z.minLength(1, 'phone_filled')) }
const isRightPhone = z.refine<{ area_code: string; phone: string }>(isPhone, { error: 'phone_format', path: ['phone'] })
/** Target of a code: a phone number or an e-mail address; the other one is ''. */
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
 * Sends six digits by SMS or e-mail; the response is the same for known and unknown targets (P7). purpose bind, cancel and confirm need a token; cancel and confirm go
 * to the account's own phone or e-mail only (the phone if it has both). `wait`: seconds until the next request is allowed. 4029 with the same `wait` if too soon or too often (P5).
 */
export const sendCode = call({
  host: 'forum',
  path: '/user/account/sendCode',
  needs: 'anyone',
  input: z.object({ purpose: z.enum(codePurposes), ...targetFields, invitation: Invitation }).check(hasOneTarget, hasRightPhone),
  output: z.object({ wait: z.number() }),
})

/** Signs in by code; an unknown number creates an account with a generated name (user_…). 4001 for a wrong, used or expired code, with data.field = invitation where that is wrong or missing; 4003 registration closed. */
export const loginByCode = call({
  host: 'forum',
  path: '/user/account/loginByCode',
  needs: 'anyone',
  input: z.object({ ...phoneFields, code: SentCode, invitation: Invitation, agreed: Agreed }).check(isRightPhone),
  output: SignedIn,
})

/** Revokes every token of the account (P10). */
export const resetPassword = call({
  host: 'forum',
  path: '/user/account/resetPassword',
  needs: 'anyone',
  input: z.object({ ...targetFields, code: SentCode, password: Password }).check(hasOneTarget, hasRightPhone),
  output: z.null(),
})

/** P11: the password, or a code of purpose confirm (cancel for a cancellation); exactly one of them. 4001 with data.field if it is wrong. */
const proofFields = { password: z._default(z.string(), ''), proof_code: z._default(z.string(), '') }

/** Revokes the other tokens (P10). An account created by phone has no password: then `password` stays '' and the proof is a code. */
export const changePassword = call({
  host: 'forum',
  path: '/user/account/changePassword',
  needs: 'user',
  input: z.object({ ...proofFields, new_password: NewPassword }),
  output: z.null(),
})

/** `code` was sent to the new number with purpose bind. An account without password, phone and e-mail needs no proof. 4009 if another account has the number. Revokes the other tokens (P10). */
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

/** birthday 'YYYY-MM-DD' or ''; region: an id of the region list, or ''. Omitted fields stay unchanged. */
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

/** `id`: identifies the session in sessions and endSession, never the token. Times in seconds; `client`: the user agent of the sign-in. */
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

/** id '' ends all sessions but this one. Their sockets close within a second (P10). */
export const endSession = call({
  host: 'forum',
  path: '/user/account/endSession',
  needs: 'user',
  input: z.object({ id: z._default(z.string(), '') }),
  output: z.null(),
})

export const postChoices = ['delete', 'anonymise'] as const
export const cancelDays = 7

/** P36. The account is kept for cancelDays and is restored by signing in; then it is erased. `erase_at` in seconds. Revokes every token but this one. */
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

/** Tokens were revoked: their sockets close within a second. `token_hashes` as stored. */
export const tokensEnded = event({
  name: 'account.tokens_ended',
  data: z.object({ user_id: z.string(), token_hashes: z.array(z.string()) }),
})

/** Account changes that its owner is notified of by a system message. */
export const accountNews = [
  'registered',
  'password_changed',
  'phone_bound',
  'email_bound',
  'wechat_bound',
  'wechat_unbound',
  'cancel_asked',
  'cancel_undone',
] as const
/** `at` in ms: events with the same news and `at` make one message, however often they are delivered. */
export const accountChanged = event({
  name: 'account.changed',
  data: z.object({ user_id: z.string(), what: z.enum(accountNews), at: z.number() }),
})

/** The cancellation period is over: every feature erases its data of the user, in this realm's transaction. */
export const userErased = event({
  name: 'account.erased',
  data: z.object({ user_id: z.string(), posts: z.enum(postChoices) }),
})

export const avatarMaxBytes = 5 * 1024 * 1024

/** One picture, stored as a square of avatarPx; or `remove`. `avatar` in the response: its id, for GET /{lang}/forum/picture/{id}. */
export const avatarPx = 512
export const avatar = call({
  host: 'forum',
  path: '/user/account/avatar',
  needs: 'user',
  files: { most: 1, maxBytes: avatarMaxBytes },
  input: z.object({ remove: z._default(z.boolean(), false) }),
  output: Profile,
})

/** All data of the user in this realm, by feature; no secrets and no data of other users. made_at in seconds. 4029 more often than ten times an hour. */
export const exportData = call({
  host: 'forum',
  path: '/user/account/export',
  needs: 'user',
  input: z.object({}),
  output: z.object({ made_at: z.number(), user_id: z.string(), data: z.record(z.string(), z.unknown()) }),
})

/** From wx.login in the mini-program, single use. */
const WechatCode = z.string().check(z.regex(/^[\w-]{1,128}$/, 'wechat_code'))

/**
 * An unknown WeChat account creates an account with a generated name (wx_…).
 * 4001 if WeChat refuses the code, and with data.field = invitation where that is wrong or missing; 4003 if registration is closed or this server has no mini-program, 5004 if WeChat does not answer.
 */
export const wechatMiniProgram = call({
  host: 'forum',
  path: '/third/wechatMiniProgram',
  needs: 'anyone',
  input: z.object({ code: WechatCode, invitation: Invitation, agreed: Agreed }),
  output: SignedIn,
})

/** A code of wechatCode is accepted this long, once. */
export const wechatCodeLifeMs = codeMinutes * 60_000

/** A code to type in the mini-program, which links its WeChat to this account. It dies with the session that requested it, and with the next code. 4009 if a WeChat account is linked, 4003 if this server has no mini-program, 4029 if requested too often. */
export const wechatCode = call({
  host: 'forum',
  path: '/user/account/wechatCode',
  needs: 'user',
  input: z.object(proofFields),
  output: z.object({ code: z.string() }),
})

const BindCode = z.pipe(z.pipe(z.string(), z.transform(normalCode)), z.string().check(z.refine(isCode, 'bind_code')))

/** The account that a code of wechatCode belongs to, for the person in WeChat to confirm. 4001 with data.field for a wrong, used or expired code; 4016 after ten wrong ones from an address in 15 minutes. */
export const wechatAccount = call({
  host: 'forum',
  path: '/third/wechatAccount',
  needs: 'anyone',
  input: z.object({ bind_code: BindCode }),
  output: z.object({ username: z.string(), nickname: z.string() }),
})

/** Links the WeChat account of `code` to the account of `bind_code`, revokes the account's other tokens (P10) and signs in. 4009 if either is linked already; other codes as in wechatMiniProgram and wechatAccount. */
export const bindWechat = call({
  host: 'forum',
  path: '/third/bindWechat',
  needs: 'anyone',
  input: z.object({ code: WechatCode, bind_code: BindCode, agreed: Agreed }),
  output: SignedIn,
})

/** Revokes the other tokens (P10). 4003 if the account has neither a password nor a phone to sign in with, 4004 if no WeChat account is linked. */
export const unbindWechat = call({
  host: 'forum',
  path: '/user/account/unbindWechat',
  needs: 'user',
  input: z.object(proofFields),
  output: Profile,
})

/** A code of webviewCode is accepted this long, once. */
export const webviewCodeLifeMs = 60_000

/** A code with which the page that the mini-program opens signs in as this user, so that no token stands in an address. It dies with the session that requested it. 4029 if requested too often. */
export const webviewCode = call({
  host: 'forum',
  path: '/user/account/webviewCode',
  needs: 'user',
  input: z.object({}),
  output: z.object({ code: z.string() }),
})

/**
 * Changes a code of webviewCode for a session of its own; a session that the page had before (Token header) ends with it. 4001 with data.field for a wrong, used or expired
 * code; 4016 after ten wrong ones from an address in 15 minutes.
 */
export const loginByWebview = call({
  host: 'forum',
  path: '/user/account/loginByWebview',
  needs: 'anyone',
  input: z.object({ code: z.string().check(z.minLength(1, 'code_filled')) }),
  output: SignedIn,
})
