/** The display of the box among its screens (decision 083): mpv plays there. */
import type { Later } from '@homeport/contract/kit/later.ts'
import type { Lang } from '@homeport/contract/kit/operation.ts'
import type { ScreenLack } from '@homeport/contract/shape/film/remote.ts'
import { createOneAtATime } from '@homeport/contract/kit/one-at-a-time.ts'
import * as z from 'zod/mini'
import type { MetaStore } from '../../kit/meta.store.ts'
import type { LocalFiles } from '../../shared/local-files.ts'
import { drivenRow, type DrivenScreens, type DrivenDeps } from '../driven/driven-screens.ts'
import type { OpenPage, PageMessage, ScreenListener } from '../page/screen-pages.ts'
import { createDriver } from './driver.ts'
import type { MpvProgram } from './find-mpv.ts'

export type OwnScreenSettings =
  | {
      program: MpvProgram
      /** For its socket. */
      folder: string
      files: () => LocalFiles
      /** The port where films are served that still load; 0 if nothing is. */
      port: () => number
      lang: () => Lang
      meta: Pick<MetaStore, 'read' | 'write'>
      later: Later
      elapsed: () => number
      onFault: (fault: unknown) => void
    }
  | undefined

/** The box has one. */
const screen_id = 'm_own'
const names: Record<Lang, string> = { zh: '盒子的屏幕', en: 'Box screen' }
const keptKey = 'mpv_film'
const nightKey = 'mpv_night'
const Kept = z.nullable(z.object({ play_id: z.string(), path: z.string(), source: z.string(), offset: z.number() }))
const never: readonly ScreenLack[] = ['text', 'comments', 'limit']

export function openOwnScreen({ settings, screens, now, onChange }: DrivenDeps & { settings: OwnScreenSettings }): DrivenScreens {
  let listener: ScreenListener | undefined
  let isStopped = false
  const writes = createOneAtATime()
  const driver =
    settings &&
    createDriver({
      ...settings,
      base: () => `http://127.0.0.1:${settings.port()}/`,
      emit: (message) => tell(message),
      onChange,
      keep: (film) => write(keptKey, JSON.stringify(film ?? null)),
      keepNight: (isNight) => write(nightKey, isNight ? '1' : '0'),
    })
  function write(key: string, value: string): void {
    if (settings && !isStopped) writes(() => settings.meta.write(key, value)).catch(settings.onFault)
  }
  /** Without a film there is nothing to press keys for. */
  const lacks = (): ScreenLack[] => [...never, ...(driver?.hasFilm() ? [] : (['keys'] as const))]
  const tell = (message: PageMessage) => {
    const [stage] = stages()
    if (!isStopped && stage) listener?.handle(stage, message)
  }
  const row = () => drivenRow({ screen_id, kind: 'mpv', name: names[settings?.lang() ?? 'en'] }, now())
  const unused = (id: string) => (settings && id === screen_id && !screens.get(id) ? row() : undefined)

  function stages(): OpenPage[] {
    if (!settings || !driver) return []
    return [
      {
        screen_id,
        can: [],
        lang: settings.lang(),
        owner: undefined,
        lacks: lacks(),
        isSeekless: false,
        playsAll: true,
        isLocal: true,
        send(message) {
          if (message.kind === 'load' && !screens.get(screen_id)) void screens.addDriven(row()).then(onChange, settings.onFault)
          driver.send(message)
          return true
        },
        isFree: () => true,
      },
    ]
  }

  async function begin(): Promise<void> {
    const text = await settings?.meta.read(keptKey)
    const stored = text === undefined ? null : Kept.parse(JSON.parse(text))
    const playing = (await driver?.takeOver(stored ?? undefined, (await settings?.meta.read(nightKey)) === '1')) ?? null
    tell({ kind: 'hello', key: '', can: [], playing })
  }

  return {
    start(given) {
      listener = given
      if (settings) begin().catch(settings.onFault)
    },
    look: () => {},
    isOnline: (id) => driver !== undefined && id === screen_id,
    lacksOf: ({ kind }) => (kind === 'mpv' ? lacks() : []),
    unused,
    allUnused: () => [unused(screen_id) ?? []].flat(),
    stages,
    readerOf: (ticket) => (driver?.reads(ticket) ? { screen_id, features: '', captions: '' } : undefined),
    removed: (id) => void (id === screen_id && driver?.leave()),
    async stop() {
      isStopped = true
      await driver?.stop()
      await writes.idle()
    },
  }
}
