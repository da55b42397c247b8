/** Accounts: registering, signing in and out, one's own profile (forum host, wire.md). */
import * as z from 'zod/mini'
import { call, event } from './kit/promise.ts'
import { Person } from './shape/person.ts'
import { Agreed, Password, UserName } from './shape/rule.ts'

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

/** Tokens ended: their sockets close within a second. `token_hashes` as stored. */
export const tokensEnded = event({
  name: 'account.tokens_ended',
  data: z.object({ user_id: z.string(), token_hashes: z.array(z.string()) }),
})
