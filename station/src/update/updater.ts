/** Looks for newer versions, and takes one: downloads, unpacks, tries it beside the running one, then asks for the restart into it. */
import { setTimeout } from 'node:timers/promises'
import type { updateTimes, BoxUpdateFault, UpdateStatus } from '@homeport/contract/update.ts'
import { Code } from '@homeport/contract/kit/codes.ts'
import type { MetaStore } from '../kit/meta.store.ts'
import { Refusal } from '../kit/refusal.ts'
import type { Channel } from './channel.ts'
import type { Manifest } from './manifest.ts'
import { isNight, nextNight } from './night.ts'
import { prepareVersion, type PrepareDeps, type Progress } from './prepare-version.ts'
import { UpdateRefusal } from './update-refusal.ts'

type Running = { version_name: string; version_code: number }
type When = (typeof updateTimes)[number]

export type UpdaterDeps = PrepareDeps & {
  running: Running
  /** undefined while no channel is set. */
  channel: Channel | undefined
  meta: MetaStore
  /** Restarts the box into an unpacked version; undefined where nobody could go back. */
  restartInto: ((version: string) => void) | undefined
  /** A film is playing. */
  isBusy: () => boolean
  now: () => number
  elapsed: () => number
  warn: (line: string) => void
  onFault: (fault: unknown) => void
}
export type Updater = Awaited<ReturnType<typeof createUpdater>>

const checkEveryMs = 6 * 60 * 60 * 1000
/** A page that is opened again and again does not ask the channel each time. */
const checkPauseMs = 20_000
/** The reply to the phone leaves before the box restarts. */
const replyMs = 500
const keys = { auto: 'update_auto', when: 'update_when', code: 'update_code', at: 'update_at' } as const

export async function createUpdater(deps: UpdaterDeps) {
  const { running, channel, versions, meta, restartInto, now, elapsed } = deps
  const stopper = new AbortController()
  let offer: Manifest | null = null
  /** As it is shown, and by the steady clock. */
  let [checkedAt, askedAt] = [0, -Infinity]
  let fault: BoxUpdateFault | '' = ''
  let progress: Progress = { step: 'idle', percent: 0 }
  let work: Promise<void> | undefined
  const chosen = {
    isAuto: (await meta.read(keys.auto)) === '1',
    when: whenOf(await meta.read(keys.when)),
    code: Number((await meta.read(keys.code)) ?? 0),
    at: Number((await meta.read(keys.at)) ?? 0),
  }
  if (channel) await versions.clean()
  const last = channel ? await versions.result() : null
  const wentBack = last && last.fault !== '' && last.version !== running.version_name ? last : null
  if (wentBack) fault = wentBack.fault
  const off = () => (channel ? (restartInto ? '' : 'unsupervised') : 'not_set')
  const whenOfOffer = () => (offer && chosen.code === offer.version_code ? chosen.when : '')

  async function check({ pauseMs = checkPauseMs } = {}): Promise<void> {
    if (!channel || elapsed() - askedAt < pauseMs) return
    askedAt = elapsed()
    checkedAt = now()
    try {
      offer = await channel.read(stopper.signal)
      if (fault !== '' && offer.version !== wentBack?.version) fault = ''
    } catch (error) {
      if (!(error instanceof UpdateRefusal)) throw error
      // That there is nothing newer is no fault.
      if (error.fault !== 'unreachable') offer = null
      if (error.fault !== 'older') fault = error.fault
      else if (!wentBack) fault = ''
    }
  }

  async function choose(when: When): Promise<void> {
    if (off() !== '') throw new Refusal(Code.notAllowed)
    if (!offer) await check({ pauseMs: 0 })
    if (!offer) throw new Refusal(Code.notFound)
    Object.assign(chosen, { when, code: offer.version_code, at: when === 'tonight' ? nextNight(now()) : 0 })
    await meta.write(keys.code, String(chosen.code))
    await meta.write(keys.at, String(chosen.at))
    // A restart in the middle must not begin it again.
    await meta.write(keys.when, when === 'now' ? '' : when)
    if (when === 'now') begin(offer)
  }

  function begin(manifest: Manifest): void {
    work ??= take(manifest)
      .catch((error: unknown) => {
        if (stopper.signal.aborted) return
        if (!(error instanceof UpdateRefusal)) deps.onFault(error)
        else deps.warn(`Homeport ${manifest.version} was not taken: ${error.message}.`)
        fault = error instanceof UpdateRefusal ? error.fault : 'no_start'
        chosen.when = ''
        progress = { step: 'idle', percent: 0 }
      })
      .finally(() => (work = undefined))
  }

  async function take(manifest: Manifest): Promise<void> {
    if (!channel) return
    const { signal } = stopper
    fault = ''
    progress = { step: 'download', percent: 0 }
    await prepareVersion(manifest, deps, { channel, signal, onProgress: (next) => (progress = next) })
    progress = { step: 'restart', percent: 100 }
    await setTimeout(replyMs, undefined, { signal })
    restartInto?.(manifest.version)
  }

  /** At night: what was chosen for tonight, and with auto whatever is offered and was neither refused nor tried in vain. */
  function takeAtNight(): void {
    if (!offer || off() !== '' || work || deps.isBusy()) return
    // A clock that was ahead chose a night that is not the next one.
    chosen.at = Math.min(chosen.at, nextNight(now()))
    const isTonight = whenOfOffer() === 'tonight' && now() >= chosen.at
    const isAuto = chosen.isAuto && whenOfOffer() !== 'never' && isNight(now()) && wentBack?.version !== offer.version
    if (!isTonight && !isAuto) return
    chosen.when = ''
    void meta.write(keys.when, '').catch(deps.onFault)
    begin(offer)
  }

  return {
    check,
    choose,
    setAuto: async (isAuto: boolean): Promise<void> => {
      chosen.isAuto = isAuto
      await meta.write(keys.auto, isAuto ? '1' : '0')
    },
    async slowTick(): Promise<void> {
      await check({ pauseMs: checkEveryMs })
      takeAtNight()
    },
    status: (): UpdateStatus => ({
      version: running.version_name,
      version_code: running.version_code,
      off: off(),
      is_auto: chosen.isAuto,
      offer: offer && offerOf(offer),
      when: whenOfOffer(),
      at: whenOfOffer() === 'tonight' ? Math.floor(chosen.at / 1000) : 0,
      ...progress,
      fault,
      went_back: wentBack?.version ?? '',
      checked_at: Math.floor(checkedAt / 1000),
    }),
    async stop(): Promise<void> {
      stopper.abort()
      await work
      channel?.stop()
    },
  }
}

function offerOf({ version, version_code, size, content_cn, content_en, signed_at }: Manifest) {
  return { version, version_code, size, content_cn, content_en, signed_at }
}

function whenOf(text: string | undefined): When | '' {
  return text === 'tonight' || text === 'never' ? text : ''
}
