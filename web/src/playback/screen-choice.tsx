/** On which screen to play, where several are on. */
import { useText } from '../kit/lang.ts'
import { commonText } from '../kit/text.ts'
import { Row } from '../ui/row.tsx'
import { Sheet } from '../ui/sheet.tsx'
import { ScreenIcon } from './icon.tsx'
import { playbackText } from './text.ts'

type Props = {
  screens: { screen_id: string; name: string }[]
  isOpen: boolean
  close: () => void
  choose: (screenId: string) => void
}

export function ScreenChoice({ screens, isOpen, close, choose }: Props) {
  const words = useText(playbackText)
  return (
    <Sheet isOpen={isOpen} close={close} title={words.playOn} closeLabel={useText(commonText).close}>
      <div className="list">
        {screens.map((screen) => (
          <Row key={screen.screen_id} icon={<ScreenIcon />} label={screen.name} onClick={() => choose(screen.screen_id)} />
        ))}
      </div>
    </Sheet>
  )
}
