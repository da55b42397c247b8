/** The renderers of the house among the box's screens: those that were used have a row, others are listed while they are there. */
import type { ScreenLack } from '@homeport/contract/shape/remote.ts'
import { rendererRow, type AdmittedScreens } from '../admitted-screens.ts'
import type { OpenPage, ScreenListener } from '../screen-pages.ts'
import type { ScreenRow } from '../store.ts'
import { neverThere, type RendererDeps } from './renderer.ts'
import { openRenderers } from './renderers.ts'
import type { StreamReader } from './stream-headers.ts'

/** undefined: no renderers are searched for. */
export type RendererSettings = Omit<RendererDeps, 'isUsed' | 'onUsed' | 'onLeft' | 'onChange'> | undefined

type Parts = {
  settings: RendererSettings
  screens: Pick<AdmittedScreens, 'all' | 'get' | 'addRenderer' | 'saveSeen'>
  now: () => number
  onChange: () => void
}

export async function openRendererScreens({ settings, screens, now, onChange }: Parts) {
  const renderers =
    settings &&
    (await openRenderers({
      ...settings,
      isUsed: (screen_id) => screens.get(screen_id) !== undefined,
      async onUsed(renderer) {
        if (screens.get(renderer.screen_id)) return
        await screens.addRenderer(renderer)
        onChange()
      },
      onLeft(screen_id) {
        const row = screens.get(screen_id)
        if (row) screens.saveSeen(row).catch(settings.onFault)
      },
      onChange,
    }))

  return {
    start: (listener: ScreenListener) => renderers?.start(listener),
    /** Searches the house, unless it has just been done. */
    look: () => renderers?.look(),
    isOnline: (screen_id: string): boolean => renderers?.get(screen_id)?.isOnline ?? false,
    lacksOf({ screen_id, kind }: ScreenRow): readonly ScreenLack[] {
      if (kind !== 'dlna') return []
      const lacks = renderers?.get(screen_id)?.lacks
      return lacks ? [...lacks] : neverThere
    },
    /** A renderer that was never used, as the row that it would have. */
    unused(screen_id: string): ScreenRow | undefined {
      const renderer = screens.get(screen_id) ? undefined : renderers?.get(screen_id)
      return renderer && rendererRow(renderer, now())
    },
    /** Rows of those that were never used. */
    allUnused: (): ScreenRow[] =>
      (renderers?.all() ?? []).flatMap((renderer) => (screens.get(renderer.screen_id) ? [] : rendererRow(renderer, now()))),
    stages: (): OpenPage[] => renderers?.stages() ?? [],
    /** The renderer that was given this ticket. */
    readerOf(ticket: string): StreamReader | undefined {
      const renderer = renderers?.readerOf(ticket)
      if (!renderer) return undefined
      const { screen_id, driver } = renderer
      return { screen_id, features: driver.featuresOf(ticket) ?? '', captions: driver.captionUrl() }
    },
    /** The owner removed it: its film ends. */
    removed: (screen_id: string) => renderers?.get(screen_id)?.driver.leave(),
    stop: async (): Promise<void> => renderers?.stop(),
  }
}
