/** The screens of a box: admitted browsers on TVs, and phones that show a film themselves (wire.md "Screens"). */
import * as z from 'zod/mini'
import { act } from '../kit/operation.ts'
import { BoxHttpsPort } from '../shape/box-https.ts'
import { screenLacks, screenPlayers } from '../shape/film/remote.ts'
import { ScreenId } from '../shape/film/screen-target.ts'
import { oneLine } from '../shape/field/single-line.ts'
import { seen } from '../shape/field/text.ts'

export const maxWaiting = 3
export const digitsLength = 4
export const digitsMs = 2 * 60_000
export const digitsTries = 5

/** tv: a browser that everybody in the house can use. here: the browser of one user, who watches on it. */
export const screenKinds = ['tv', 'here'] as const

/** seen_at in seconds; address: the screen's IP address, shown to the owner; left_ms: remaining validity of its digits. */
export const Screen = z.object({
  screen_id: z.string(),
  name: z.string(),
  is_online: z.boolean(),
  seen_at: z.number(),
  kind: z._default(z.enum(screenKinds), 'tv'),
  /** The user whose phone or computer it is; '' of a TV. */
  user_id: z._default(z.string(), ''),
  /** True for a user's own browser that got a key and has not come with it yet. */
  is_awaited: z._default(z.boolean(), false),
  player: z._default(z.enum(screenPlayers), 'page'),
  lacks: z._default(z.array(z.enum(screenLacks)), []),
})
export type Screen = z.infer<typeof Screen>
/** A Kodi that announces itself in the house and is no screen yet. */
export const FoundKodi = z.object({ name: z.string(), address: z.string(), port: z.int() })
export type FoundKodi = z.infer<typeof FoundKodi>
export const Screens = z.object({
  data: z.array(Screen),
  waiting: z.array(z.object({ address: z.string(), name: z.string(), until: z.number(), left_ms: z._default(z.number(), 0) })),
  /** The TV page's address in the local network. */
  address: z.string(),
  kodis: z._default(z.array(FoundKodi), []),
})
export type Screens = z.infer<typeof Screens>

const ScreenName = z.string().check(seen('required'), z.maxLength(40, 'range'), oneLine)

/** Also pushed when a screen connects, disconnects or waits. */
export const screenList = act({ name: 'screen_list', input: z.object({}), output: Screens })
/** Admits the screen that shows these four digits. 4001 wrong, 4029 after five wrong tries: the digits are replaced. */
export const screenAdmit = act({
  name: 'screen_admit',
  needs: 'owner',
  input: z.object({ digits: z.string().check(z.regex(/^\d{4}$/, 'digits')) }),
  output: Screen,
})
export const screenRename = act({
  name: 'screen_rename',
  needs: 'owner',
  input: z.object({ screen_id: ScreenId, name: ScreenName }),
  output: Screen,
})
/** Removes the screen; its session ends at once. */
export const screenForget = act({
  name: 'screen_forget',
  needs: 'owner',
  input: z.object({ screen_id: ScreenId }),
  output: z.object({ screen_id: z.string() }),
})

/** Kodi's own port of its web server. */
export const kodiPort = 8080
export const maxKodis = 16
/** An IP address or the name of a computer: no scheme, port or path. */
const kodiHost =
  /^(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?)*\.?|[\da-f]*:[\da-f:.]*:[\da-f:.]*)$/i

/**
 * Tries the Kodi at this address, and makes it a screen; one that is a screen already gets the new password. 4000 with a field and one of these rules: address kodi_away (nobody answers), kodi_none (no Kodi),
 * kodi_house (no address of the home network); password kodi_password. 4029 above maxKodis. It is not noted in the inbox, which would hold the password; no act gives it back.
 */
export const screenKodiAdd = act({
  name: 'screen_kodi_add',
  needs: 'owner',
  input: z.object({
    address: z.string().check(z.trim(), z.minLength(1, 'required'), z.maxLength(253, 'range'), z.regex(kodiHost, 'kodi_address')),
    port: z._default(z.int('range').check(z.gte(1, 'range'), z.lte(65_535, 'range')), kodiPort),
    username: z._default(z.string().check(z.maxLength(100, 'range'), z.regex(/^[^:\p{Cc}]*$/u, 'text_characters')), ''),
    password: z._default(z.string().check(z.maxLength(200, 'range'), z.regex(/^\P{Cc}*$/u, 'text_characters')), ''),
  }),
  output: Screen,
})

/** Lets the caller's own browser show films ("Watch here"): opening `address` with `#key=` admits it, once, within a minute; an app from `https_port` opens `boxPath` of its own address instead. The same screen again for the same name. */
export const screenHere = act({
  name: 'screen_here',
  input: z.object({ name: ScreenName }),
  output: z.object({ screen_id: z.string(), address: z.string(), https_port: BoxHttpsPort, key: z.string() }),
})
