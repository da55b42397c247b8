/** Help on the keyboard shortcuts: of the remote, or of the pages. */
import { useText } from '../../kit/lang.ts'
import { commonText } from '../../kit/text/text.ts'
import { Sheet } from '../../ui/sheet.tsx'
import styles from './remote.module.css'
import { playbackText } from '../text.ts'

export function KeysSheet({ of, isOpen, onClose }: { of: 'remote' | 'pages'; isOpen: boolean; onClose: () => void }) {
  const words = useText(playbackText)
  const player = [
    { keys: [words.spaceBar, 'K'], does: words.playOrPause },
    { keys: ['J'], does: words.back10 },
    { keys: ['L'], does: words.forward30 },
  ]
  const pages = [
    ...player,
    { keys: ['M'], does: words.mute },
    { keys: ['Alt', '↑', '↓'], does: words.moveDownload },
    { keys: ['Esc'], does: words.closeTop },
    { keys: ['?'], does: words.shortcuts },
  ]
  const remote = [
    { keys: ['←', '↑', '→', '↓'], does: words.pad },
    { keys: ['Enter'], does: words.ok },
    { keys: ['⌫'], does: words.back },
    { keys: ['Home'], does: words.home },
    ...player,
    { keys: ['−', '+'], does: words.volume },
    { keys: ['M'], does: words.mute },
    { keys: ['Esc'], does: words.closeRemote },
  ]
  return (
    <Sheet isOpen={isOpen} onClose={onClose} title={words.shortcuts} closeLabel={useText(commonText).close}>
      <dl className={styles.shortcuts}>
        {(of === 'remote' ? remote : pages).map(({ keys, does }) => (
          <div key={does}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </Sheet>
  )
}
