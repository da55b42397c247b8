/** The renderers of the house among the box's screens. */
import type { DrivenDeps, DrivenScreens } from '../driven/driven-screens.ts'
import { houseScreens, rowDeps } from '../polled/house-screens.ts'
import { featuresOf } from './didl.ts'
import { neverThere, type RendererDeps } from './renderer.ts'
import { openRenderers } from './renderers.ts'

/** undefined: no renderers are searched for. */
export type RendererSettings = Omit<RendererDeps, 'isUsed' | 'onUsed' | 'onLeft' | 'onChange'> | undefined

export async function openRendererScreens({
  settings,
  ...parts
}: DrivenDeps & { settings: RendererSettings }): Promise<DrivenScreens> {
  const renderers = settings && (await openRenderers({ ...settings, ...rowDeps(parts, 'dlna', settings.onFault) }))
  return houseScreens(
    {
      kind: 'dlna',
      house: renderers?.house,
      neverThere,
      start: (listener) => renderers?.start(listener),
      readsAs({ driver }, ticket) {
        const given = driver.givenAt(ticket)
        const features = typeof given === 'object' ? featuresOf(given) : ''
        return { features, captions: driver.captionUrl() }
      },
      stop: async () => renderers?.stop(),
    },
    parts,
  )
}
