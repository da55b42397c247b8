/** The popup of a new version (spec 4): optional with Cancel and Update; forced with Update alone, and Back does not close it. */
import { appVersion } from '@homeport/contract/kit/version.ts'
import type { AppUpdate } from '@homeport/contract/update.ts'
import { useState } from 'react'
import { sizeOf } from '../kit/text/format.ts'
import { useLang, useText } from '../kit/lang.ts'
import { commonText } from '../kit/text/text.ts'
import { useObservable } from '../kit/observable.ts'
import { AlertPanel } from '../ui/alert-panel.tsx'
import { Bar } from '../ui/bar.tsx'
import { Button } from '../ui/button.tsx'
import { classes } from '../ui/classes.ts'
import { Mark } from '../ui/icon.tsx'
import textStyles from '../ui/text.module.css'
import { cancelUpdate, shownUpdate } from './app-update.ts'
import { appUpdateText } from './app-update-text.ts'
import { takeUpdate, type TakeResult } from './take-update.ts'
import styles from './update-popup.module.css'
import { LineBreaks } from '../ui/lines.tsx'

export function UpdatePopup() {
  const update = useObservable(shownUpdate)
  return update && <Popup key={update.version_code} update={update} />
}

function Popup({ update }: { update: AppUpdate }) {
  const words = useText(appUpdateText)
  const common = useText(commonText)
  const isChinese = useLang() === 'zh'
  const isForced = update.is_force === 1
  const [isOpen, setIsOpen] = useState(true)
  const [percent, setPercent] = useState<number | null>(null)
  const [result, setResult] = useState<TakeResult | null>(null)
  const title = isChinese ? update.title_cn : update.title_en
  const lines = (isChinese ? update.content_cn : update.content_en).split('\n').filter((line) => line !== '')
  const have = words.youHave(appVersion.version_name)
  const isTaking = percent !== null

  const close = () => {
    setIsOpen(false)
    if (isTaking) shownUpdate.set(null)
    else cancelUpdate()
  }
  const take = async () => {
    setResult(null)
    setPercent(0)
    setResult(await takeUpdate(update, title, setPercent))
    setPercent(null)
  }
  return (
    <AlertPanel
      isOpen={isOpen}
      isForced={isForced}
      onClose={(by) => (by === 'move' ? shownUpdate.set(null) : close())}
      className={styles.popup}
      head={<Mark size={52} />}
      title={{ content: title, className: classes(styles.title, textStyles.numeric) }}
      text={{
        content: update.size > 0 ? `${have} · ${sizeOf(update.size)}` : have,
        className: classes(styles.have, textStyles.caption, textStyles.numeric),
      }}
    >
      <ul className={styles.changes}>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      {isTaking && percent > 0 && (
        <div className={styles.progress}>
          <Bar percent={percent} tone="live" label={words.downloading(percent)} />
          <p className={classes(textStyles.caption, textStyles.numeric)}>{words.downloading(percent)}</p>
        </div>
      )}
      <p className={styles.fault} role="alert">
        {result === 'download_failed' && <LineBreaks text={words.downloadFailed} />}
        {result === 'failed' && <LineBreaks text={words.failed} />}
      </p>
      <div className={classes(styles.buttons, isForced && styles.single)}>
        {!isForced && <Button onClick={close}>{isTaking ? words.hide : common.cancel}</Button>}
        <Button variant="main" isBusy={isTaking} onClick={() => void take()}>
          {words.update}
        </Button>
      </div>
    </AlertPanel>
  )
}
