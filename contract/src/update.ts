/** Updates: of the app (update host, spec 4 and 7), and of the box, by acts to it (docs/decisions/051 and 052). */
import * as z from 'zod/mini'
import { act, call } from './kit/operation.ts'

/** h5: the app in a browser, which takes the build that its server serves. */
export const appPlatforms = ['h5', 'android', 'ios'] as const
export type AppPlatform = (typeof appPlatforms)[number]

/** Spec 4: Cancel suppresses the popup for so long. */
export const updateTipSeconds = 24 * 60 * 60

/** Text of several lines, one change a line; cn: Chinese. is_force: 1 if the app must not be used without it. url: of the package or its store page, '' for h5. size: of the package in bytes, 0 if unknown. */
export const AppUpdate = z.object({
  version_code: z.int(),
  version_name: z.string(),
  title_cn: z.string(),
  title_en: z.string(),
  content_cn: z.string(),
  content_en: z.string(),
  is_force: z.int(),
  url: z.string(),
  size: z.number(),
})
export type AppUpdate = z.infer<typeof AppUpdate>

/** version and version_code: what the caller runs. null if there is nothing newer for its platform. is_force is 1 if any version between was forced. */
export const checkForUpdates = call({
  host: 'update',
  path: '/api/ota/checkForUpdates',
  needs: 'anyone',
  input: z.object({
    version: z._default(z.string().check(z.maxLength(40, 'range')), ''),
    version_code: z.int().check(z.gte(0, 'range'), z.lte(2_000_000_000, 'range')),
    app_platform: z._default(z.enum(appPlatforms), 'h5'),
    package_name: z._default(z.string().check(z.maxLength(200, 'range')), ''),
  }),
  output: z.nullable(AppUpdate),
})

/** Why a version was not taken: docs/decisions/052. */
export const boxUpdateFaults = [
  'unreachable',
  'unsigned',
  'older',
  'damaged',
  'unsafe',
  'no_space',
  'no_parts',
  'no_start',
  'no_answer',
] as const
export const BoxUpdateFault = z.enum(boxUpdateFaults)
export type BoxUpdateFault = z.infer<typeof BoxUpdateFault>

/** A newer version in the box's channel. content: one change a line. size in bytes; signed_at in seconds. */
export const BoxOffer = z.object({
  version: z.string(),
  version_code: z.int(),
  size: z.number(),
  content_cn: z.string(),
  content_en: z.string(),
  signed_at: z.number(),
})
export type BoxOffer = z.infer<typeof BoxOffer>

export const updateTimes = ['now', 'tonight', 'never'] as const
/** The steps of an update: download and unpack the archive, install its parts, try it beside the running version, restart into it. */
export const updateSteps = ['idle', 'download', 'unpack', 'parts', 'try', 'restart'] as const

/**
 * off: '' if updates are on; not_set: the box's operator has set no channel; unsupervised: the box was not started by `npm start`, which alone can go back to the version before.
 * when: what was chosen for the offer, '' if nothing yet. at: when `tonight` is, 3:00 on the box's clock, in seconds; 0 otherwise. fault: why the last attempt or check failed, '' if it did not.
 * went_back: the version that was tried last and left again, '' if none.
 */
export const UpdateStatus = z.object({
  version: z.string(),
  version_code: z.int(),
  off: z.enum(['', 'not_set', 'unsupervised']),
  is_auto: z.boolean(),
  offer: z.nullable(BoxOffer),
  when: z.enum(['', ...updateTimes]),
  at: z.number(),
  step: z._default(z.enum(updateSteps), 'parts'),
  percent: z.number(),
  fault: z.enum(['', ...boxUpdateFaults]),
  went_back: z.string(),
  checked_at: z.number(),
})
export type UpdateStatus = z.infer<typeof UpdateStatus>

/** is_check: looks into the channel first. */
export const updateStatus = act({
  name: 'update_status',
  input: z.object({ is_check: z._default(z.boolean(), false) }),
  output: UpdateStatus,
})

/** when: for the version of the offer; '' leaves it. is_auto: left out leaves it. 4004 if there is no offer, 4003 while updates are off. The work goes on after the reply: update_status shows it. */
export const updateSet = act({
  name: 'update_set',
  needs: 'owner',
  once: true,
  input: z.object({
    when: z._default(z.enum(['', ...updateTimes]), ''),
    is_auto: z.optional(z.boolean()),
  }),
  output: UpdateStatus,
})
