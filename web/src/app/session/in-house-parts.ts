/** The lists and settings that a box in the house answers itself while the cloud is elsewhere and away: loaded only for such a box. */
import type { QueryClient } from '@tanstack/react-query'
import { answerDeviceInHouse } from '../../device/in-house.ts'
import { answerDownloadsInHouse } from '../../download/in-house.ts'
import { answerFilmsInHouse } from '../../movie/in-house.ts'
import { prepareModals } from '../../ui/modal.tsx'
import { prepareSheets } from '../../ui/sheet.tsx'

export function answerListsInHouse(client: QueryClient): () => void {
  // On http nothing is kept: what lies over a page cannot be fetched once the cloud is away.
  prepareSheets()
  prepareModals()
  const stops = [answerDownloadsInHouse(), answerFilmsInHouse(client), answerDeviceInHouse()]
  return () => stops.forEach((stop) => stop())
}
