/** The button that opens the sheet for subtitles and audio of what plays. */
import type { PlayerInfo } from '@homeport/contract/playback/playback.ts'
import { Captions } from 'lucide-react'
import { useState } from 'react'
import { useText } from '../../kit/lang.ts'
import { IconButton } from '../../ui/button.tsx'
import { TracksSheet } from './tracks-sheet.tsx'
import { tracksText } from './tracks-text.ts'

export function TracksButton({ info }: { info: Pick<PlayerInfo, 'screen_id' | 'path' | 'title'> }) {
  const texts = useText(tracksText)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <IconButton label={texts.title} onClick={() => setOpen(true)}>
        <Captions strokeWidth={1.75} />
      </IconButton>
      <TracksSheet info={info} isOpen={isOpen} onClose={() => setOpen(false)} />
    </>
  )
}
