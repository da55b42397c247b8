/** Plays a finished file of a download on the TV. */
import type { MediaFile } from '@homeport/contract/download.ts'
import { play } from '@homeport/contract/playback.ts'
import { textNow } from '../kit/lang.ts'
import { send } from '../kit/link.ts'
import { toast } from '../ui/toast.tsx'
import { downloadText } from './text.ts'

export async function playVideo(file: MediaFile): Promise<void> {
  await send(play, { path: file.url }).catch(() => toast(textNow(downloadText).playFailed))
}
