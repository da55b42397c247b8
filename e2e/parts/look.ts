/** Screenshots of a story, for comparison with the drawings: HOMEPORT_LOOK=folder saves them; of a phone also at 320 px. */
import path from 'node:path'
import type { Phone } from '../phone.ts'

export async function look({ page }: Phone, name: string): Promise<void> {
  const folder = process.env['HOMEPORT_LOOK']
  if (!folder) return
  await page.screenshot({ path: path.join(folder, `${name}.png`) })
  const size = page.viewportSize()
  if (!size || size.width > 500) return
  await page.setViewportSize({ width: 320, height: size.height })
  await page.screenshot({ path: path.join(folder, `${name}.320.png`) })
  await page.setViewportSize(size)
}
