/** Boxes: a user's bound boxes, binding and unbinding, a box's connection to its cloud, commands to it. */
import * as z from 'zod/mini'
import { FrameIn } from './kit/envelope.ts'
import { act, call, event, report } from './kit/operation.ts'
import { Devsn, isCode, ConnectionOffer, normalCode } from './kit/connection.ts'
import { Limit, Page, page } from './shape/page.ts'
import { DeviceName } from './shape/field/rule.ts'
import { Unread } from './shape/unread.ts'

/** Used percent of each, 0 to 100 (spec 3: shown as used-size strings in GB; the byte fields carry the sizes). */
export const DeviceStatus = z.object({
  cpu: z.number(),
  storage: z.number(),
  mem: z.number(),
  mem_used_bytes: z.number(),
  mem_total_bytes: z.number(),
  storage_used_bytes: z.number(),
  storage_total_bytes: z.number(),
  /** The box found its database damaged while it ran: acts that need it answer 5005 until a backup is brought back. */
  is_damaged: z._default(z.boolean(), false),
})
export type DeviceStatus = z.infer<typeof DeviceStatus>

/** `value` = used percent. Sizes in bytes. */
export const StorageEntry = z.object({
  total: z.number(),
  used: z.number(),
  free: z.number(),
  path: z.string(),
  value: z.number(),
})
export type StorageEntry = z.infer<typeof StorageEntry>

/** Device info, as reported by the box. */
export const DeviceInfo = z.object({
  devsn: z.string(),
  version: z.string(),
  hostname: z.string(),
  platform: z.string(),
  arch: z.string(),
  cpu_model: z.string(),
  cpu_max_freq: z.number(),
  /** Versions; '' if not installed. ed2k: name and version of the engine for ed2k links. */
  engines: z.object({ aria2: z.string(), ffmpeg: z.string(), ed2k: z._default(z.string(), '') }),
  /** The kinds of links that the box downloads (TaskKind of download.ts); empty from older boxes. */
  link_kinds: z._default(z.array(z.string()), []),
  /** Addresses (host:port) of its direct socket (lan.ts), the likeliest first; none where its cloud runs on the box itself. */
  lan: z._default(z.array(z.string()), []),
  /** It may write in the folders of the library (film_write of identify.ts, uploads, moves). */
  writes_library: z._default(z.boolean(), false),
  status: DeviceStatus,
})
export type DeviceInfo = z.infer<typeof DeviceInfo>

export const roles = ['owner', 'member'] as const

/** A running process of a box of which there are several, copies of one data folder. name: of its machine, '' if it has none. since in seconds. is_here: it holds the box's connection. */
export const DeviceCopy = z.object({ id: z.string(), name: z.string(), since: z.number(), is_here: z.boolean() })
export type DeviceCopy = z.infer<typeof DeviceCopy>

/** A box as seen by one of its users. isdefault and online: 1 or 0. cpu_max_freq, storage and mem of the current box come from its last report, null before. */
export const Device = z.object({
  devid: z.string(),
  devsn: z.string(),
  showsn: z.string(),
  name: z.string(),
  isdefault: z.number(),
  online: z.number(),
  role: z.enum(roles),
  images: z.object({ x1: z.string(), x2: z.string() }),
  version: z.string(),
  seen_at: z.nullable(z.number()),
  cpu_max_freq: z.nullable(z.number()),
  storage: z.nullable(z.number()),
  mem: z.nullable(z.number()),
  /** See DeviceInfo; absent before its first report. */
  lan: z.optional(z.array(z.string())),
  /** While a copy of the box is running: all of it, the one that holds the connection first; else absent. */
  copies: z.optional(z.array(DeviceCopy)),
})
export type Device = z.infer<typeof Device>

export const listDevices = call({
  host: 'device',
  path: '/user/device/lists',
  needs: 'user',
  input: z.object({ page: Page, limit: Limit }),
  output: page(Device),
})

const PairCode = z.pipe(z.pipe(z.string(), z.transform(normalCode)), z.string().check(z.refine(isCode, 'code')))

/** After ten wrong pairing codes a person, and after a hundred an address, waits so long (4029). */
export const codePauseMinutes = 10

/** devsn '' : the box is found by the code alone. 4001 wrong or used code, 4008 box offline, 4029 too many tries. */
export const bindDevice = call({
  host: 'device',
  path: '/user/device/bind',
  needs: 'user',
  input: z.object({ devsn: z._default(z.union([z.literal(''), Devsn]), ''), code: PairCode }),
  output: Device,
})

/** `code`: the text of a box's QR code as read by WeChat's scanner, or the eight characters alone. Otherwise like bindDevice. */
export const wechatAdd = call({
  host: 'device',
  path: '/wechat/add',
  needs: 'user',
  input: z.object({ code: z.string().check(z.minLength(1, 'qrcode'), z.maxLength(1_000, 'qrcode')) }),
  output: Device,
})

export const unbindDevice = call({
  host: 'device',
  path: '/user/device/unbind',
  needs: 'device',
  device: 'devsn',
  input: z.object({ devsn: Devsn }),
  output: z.null(),
})

/** The default box; null if none is bound (spec 7: empty body). */
export const defaultDevice = call({
  host: 'device',
  path: '/user/device/defaultdevice',
  needs: 'user',
  input: z.object({}),
  output: z.nullable(Device),
})

export const selectDevice = call({
  host: 'device',
  path: '/user/device/selectedDev',
  needs: 'device',
  device: 'devid',
  input: z.object({ devid: z.string() }),
  output: Device,
})

/** Owner only (4003). */
export const renameDevice = call({
  host: 'device',
  path: '/user/device/rename',
  needs: 'device',
  device: 'devsn',
  input: z.object({ devsn: Devsn, name: DeviceName }),
  output: Device,
})

/** The owner keeps one of several copies of a box (4003 for others, 4004 for one that does not run): it holds the connection, and each of the others becomes a box of its own. */
export const keepCopy = call({
  host: 'device',
  path: '/user/device/keepCopy',
  needs: 'device',
  device: 'devsn',
  input: z.object({ devsn: Devsn, id: z.string() }),
  output: z.null(),
})

/** Whether the user has bound this box; no information on other users. */
export const bindStatus = call({
  host: 'device',
  path: '/device/devinfo/bindstatus',
  needs: 'user',
  input: z.object({ devsn: Devsn }),
  output: z.object({ is_bound: z.number(), role: z.nullable(z.enum(roles)) }),
})

/** The box's last report; stale_at in seconds, null while it is online. 4004 if there is no report yet. */
export const devInfo = call({
  host: 'device',
  path: '/device/devinfo/info',
  needs: 'device',
  device: 'devid',
  input: z.object({ devid: z.string() }),
  output: z.extend(DeviceInfo, { stale_at: z.nullable(z.number()) }),
})

export const checkOnline = call({
  host: 'device',
  path: '/device/devinfo/checkOnline',
  needs: 'device',
  device: 'devid',
  input: z.object({ devid: z.string() }),
  output: z.object({ online: z.number(), seen_at: z.nullable(z.number()) }),
})

/** Empty body: the current box by the Devsn header. Versions of the station and its engines, '' if one is not installed. */
export const getAppsVersion = call({
  host: 'device',
  path: '/device/devinfo/getAppsVersion',
  needs: 'device',
  device: 'devid',
  input: z.object({ devid: z.string() }),
  output: z.object({ data: z.array(z.object({ name: z.string(), version: z.string() })) }),
})

/** The members of a box's household in this realm, owner first. since: seconds. */
export const members = call({
  host: 'device',
  path: '/user/device/members',
  needs: 'device',
  device: 'devsn',
  input: z.object({ devsn: Devsn }),
  output: z.object({
    data: z.array(
      z.object({ user_id: z.string(), name: z.string(), role: z.enum(roles), since: z.number(), is_me: z.boolean() }),
    ),
  }),
})

/** The owner unbinds a member (4003 for non-owners, 4004 for a user who is not in the household). */
export const unbindMember = call({
  host: 'device',
  path: '/user/device/unbindMember',
  needs: 'device',
  device: 'devsn',
  input: z.object({ devsn: Devsn, user_id: z.string() }),
  output: z.null(),
})

/**
 * The way to a box's films and files from outside of its house, through this cloud (kit/http/tunnel.ts). address: a URL with a pass of one minute, below which lie the player's page (with `#key=` of screen_here)
 * and the paths of the box's files; '' where the operator offers none. stream_kbit: what passes of one stream, kbit/s; 0 for none. is_near: the caller seems to be in the box's house. 5004: the box of a caller who is not opened no tunnel.
 */
export const awayPass = call({
  host: 'device',
  path: '/user/device/away',
  needs: 'online',
  device: 'devsn',
  input: z.object({ devsn: Devsn }),
  output: z.object({ address: z.string(), stream_kbit: z.int(), is_near: z.boolean() }),
})

/** Gives a box the broker's address and sign-in data. */
export const link = call({
  host: 'device',
  path: '/link',
  needs: 'anyone',
  input: z.object({ devsn: Devsn }),
  output: ConnectionOffer,
})

/**
 * Sends a command to a box. payload: PublishPayload as JSON text. With the caller's own fd: {id} once the box's connection accepted it; the reply comes on that socket.
 * Without fd: the box's {act, dev, code, data}, 5004 after 10 s.
 */
export const publish = call({
  host: 'device',
  path: '/emqx/publish',
  needs: 'online',
  device: 'client_id',
  input: z.object({ client_id: z.string(), payload: z.string() }),
  output: z.union([FrameIn, z.object({ id: z.string() })]),
})

export const deviceStatus = act({ name: 'device_status', input: z.object({}), output: DeviceStatus })
export const storageInfo = act({ name: 'storage_info', input: z.object({}), output: z.object({ list: z.array(StorageEntry) }) })
/**
 * The owner invites: the current pairing code, or a new one with enough time left, with the invitation link and its QR (an SVG path, side: modules per row).
 * With an invite_id it returns the status of that invitation and creates none: code '' once used, replaced or expired. is_new replaces the current code first.
 */
export const householdInvite = act({
  name: 'household_invite',
  needs: 'owner',
  input: z.object({ invite_id: z._default(z.string(), ''), is_new: z._default(z.boolean(), false) }),
  output: z.object({
    invite_id: z.string(),
    code: z.string(),
    link: z.string(),
    qr: z.object({ path: z.string(), side: z.number() }),
    left_ms: z.number(),
  }),
})

export const deviceInfo = act({ name: 'device_info', input: z.object({}), output: DeviceInfo })

/** First frame on a socket; the reply {fd} comes within 5 s or the socket closes. */
export const socketLogin = act({
  name: 'login',
  at: 'cloud',
  input: z.object({ token: z.string() }),
  output: z.object({ fd: z.string() }),
})
export const socketLogout = act({ name: 'logout', at: 'cloud', input: z.object({}), output: z.object({}) })
export const heartbeat = act({ name: 'onheadt', at: 'cloud', input: z.object({}), output: z.object({}) })

/** Cloud → app: a box came online or went offline, was bound or unbound; unread counts. */
export const Notice = z.object({
  devices: z.optional(z.array(z.object({ devsn: z.string(), online: z.number() }))),
  bindings_changed: z.optional(z.literal(1)),
  unread: z.optional(Unread),
})
export type Notice = z.infer<typeof Notice>
export const notice = act({ name: 'notice', at: 'cloud', input: z.object({}), output: Notice })

/** The notice for clients without a socket (wire.md): unread counts, and which of the user's boxes are online. Defined here so that an app that only shows a count need not load the message schemas. */
export const unread = call({
  host: 'forum',
  path: '/message/unread',
  needs: 'user',
  input: z.object({}),
  output: z.extend(Unread, { devices: z.array(z.object({ devsn: z.string(), online: z.number() })) }),
})

/** Mirror rows of a box (keys: info 'info', storage: the path). */
export const infoRow = report({ name: 'device.info', row: DeviceInfo })
export const storageRow = report({ name: 'device.storage', row: StorageEntry })

export const deviceBound = event({
  name: 'device.bound',
  data: z.object({ devsn: z.string(), user_id: z.string(), role: z.enum(roles) }),
})
/** A copy of the box began to run, or the owner chose; is_moved: another process than now is to hold the connection. */
export const deviceCopied = event({ name: 'device.copied', data: z.object({ devsn: z.string(), is_moved: z.boolean() }) })
export const deviceUnbound = event({ name: 'device.unbound', data: z.object({ devsn: z.string(), user_id: z.string() }) })
/** The household's apps update the name at once. */
export const deviceRenamed = event({ name: 'device.renamed', data: z.object({ devsn: z.string() }) })
