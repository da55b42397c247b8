/** The renderers of the house among the box's screens: those that were used have a row, others are listed while they are there. */
import { drivenRow, type DrivenParts, type DrivenScreens } from '../driven-screens.ts'
import { neverThere, type Renderer, type RendererDeps } from './renderer.ts'
import { openRenderers } from './renderers.ts'

/** undefined: no renderers are searched for. */
export type RendererSettings = Omit<RendererDeps, 'isUsed' | 'onUsed' | 'onLeft' | 'onChange'> | undefined

export async function openRendererScreens({
  settings,
  screens,
  now,
  onChange,
}: DrivenParts & { settings: RendererSettings }): Promise<DrivenScreens> {
  const rowOf = ({ screen_id, name }: Pick<Renderer, 'screen_id' | 'name'>) => drivenRow({ screen_id, name, kind: 'dlna' }, now())
  const renderers =
    settings &&
    (await openRenderers({
      ...settings,
      isUsed: (screen_id) => screens.get(screen_id) !== undefined,
      async onUsed(renderer) {
        if (screens.get(renderer.screen_id)) return
        await screens.addDriven(rowOf(renderer))
        onChange()
      },
      onLeft(screen_id) {
        const row = screens.get(screen_id)
        if (row) screens.saveSeen(row).catch(settings.onFault)
      },
      onChange,
    }))

  return {
    start: (listener) => renderers?.start(listener),
    look: () => renderers?.look(),
    isOnline: (screen_id) => renderers?.get(screen_id)?.isOnline ?? false,
    lacksOf({ screen_id, kind }) {
      if (kind !== 'dlna') return []
      const lacks = renderers?.get(screen_id)?.lacks
      return lacks ? [...lacks] : neverThere
    },
    unused(screen_id) {
      const renderer = screens.get(screen_id) ? undefined : renderers?.get(screen_id)
      return renderer && rowOf(renderer)
    },
    allUnused: () => (renderers?.all() ?? []).flatMap((renderer) => (screens.get(renderer.screen_id) ? [] : rowOf(renderer))),
    stages: () => renderers?.stages() ?? [],
    readerOf(ticket) {
      const renderer = renderers?.readerOf(ticket)
      if (!renderer) return undefined
      const { screen_id, driver } = renderer
      return { screen_id, features: driver.featuresOf(ticket) ?? '', captions: driver.captionUrl() }
    },
    removed: (screen_id) => renderers?.get(screen_id)?.driver.leave(),
    stop: async () => renderers?.stop(),
  }
}
