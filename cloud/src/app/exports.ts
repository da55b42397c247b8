/** The data exporters of all features. */
import { accountExporter } from '../account/export.ts'
import { addressExporter } from '../address/export.ts'
import { deviceExporter } from '../device/export.ts'
import { guideExporter } from '../guide/export.ts'
import { forumExporter } from '../forum/export.ts'
import { helpExporter } from '../help/export.ts'
import type { Exporter } from '../kit/exporter.ts'
import { messageExporter } from '../message/export.ts'
import { peopleExporter } from '../people/export.ts'
import { playbackExporter } from '../playback/export.ts'

export const exporters: readonly Exporter[] = [
  accountExporter,
  addressExporter,
  deviceExporter,
  guideExporter,
  forumExporter,
  helpExporter,
  messageExporter,
  peopleExporter,
  playbackExporter,
]
