/** Pairing of a new TV by its code, sent with the fourth digit; instructions if none is waiting. */
import type { Device } from '@homeport/contract/device.ts'
import { Code } from '@homeport/contract/kit/codes.ts'
import { digitsLength, type Screen, type Screens } from '@homeport/contract/playback/screen.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState, type RefObject } from 'react'
import { now } from '../../kit/time/clock.ts'
import { isFailure } from '../../kit/failure.ts'
import { formatClock } from '../../kit/text/format.ts'
import { useText } from '../../kit/lang.ts'
import { classes } from '../../ui/classes.ts'
import { CodeCells } from '../../ui/code-cells.tsx'
import layoutStyles from '../../ui/layout.module.css'
import textStyles from '../../ui/text.module.css'
import { admit } from '../screens-data.ts'
import styles from '../screens.module.css'
import { playbackText } from '../text.ts'
import { AddKodi } from './add-kodi.tsx'

type Props = {
  device: Device
  list: Screens
  /** When the list was received, ms. */
  heardAt: number
  /** True if it is the sheet's only content: no heading. */
  isFirst: boolean
  field: RefObject<HTMLInputElement | null>
  admitted: (screen: Screen) => void
}

export function NewTv({ device, list, heardAt, isFirst, field, admitted }: Props) {
  const words = useText(playbackText)
  const [waiting] = list.waiting
  const isOwner = device.role === 'owner'
  if (!waiting)
    return (
      <section className={styles.connect}>
        {!isFirst && <h3 className={textStyles.label}>{list.data.length > 0 ? words.connectAnother : words.connect}</h3>}
        <p className={textStyles.secondary}>{words.connectText}</p>
        <p className={classes(styles.address, textStyles.numeric)}>{list.address}</p>
        <p className={textStyles.secondary}>{isOwner ? words.connectOwner : words.connectMember}</p>
        {isOwner && <CodeToCome />}
        <p className={textStyles.secondary}>{words.connectDlna}</p>
        {isOwner && !list.data.some((one) => one.player === 'mpv') && <p className={textStyles.secondary}>{words.connectOwn}</p>}
        {isOwner && <AddKodi device={device} kodis={list.kodis} added={admitted} />}
      </section>
    )
  return (
    <section className={classes(!isFirst && styles.connect)}>
      {!isFirst && <h3 className={textStyles.label}>{words.newTvWaits}</h3>}
      {isOwner ? (
        <>
          <p className={textStyles.secondary}>{words.enterCode}</p>
          <AdmitCode device={device} field={field} isFirst={isFirst} admitted={admitted} />
        </>
      ) : (
        <p className={textStyles.secondary}>{words.connectMember}</p>
      )}
      <p className={classes(textStyles.caption, layoutStyles.row, layoutStyles.between, textStyles.numeric)}>
        <span>{list.waiting.map(({ name, address }) => words.waitsAt(name, address)).join(', ')}</span>
        <Left ms={waiting.left_ms} heardAt={heardAt} />
      </p>
    </section>
  )
}

/** Where the code will be typed. */
function CodeToCome() {
  const words = useText(playbackText)
  const field = useRef<HTMLInputElement>(null)
  return (
    <CodeCells
      {...{ label: words.digits, length: digitsLength, value: '', error: '', field }}
      type={() => {}}
      isBusy={false}
      isFocused={false}
      isDisabled
    />
  )
}

function AdmitCode({ device, field, isFirst, admitted }: Pick<Props, 'device' | 'field' | 'isFirst' | 'admitted'>) {
  const words = useText(playbackText)
  const admitting = useMutation(admit(useQueryClient(), device))
  const [digits, setDigits] = useState('')
  const [wrong, setWrong] = useState('')
  async function type(next: string) {
    setDigits(next)
    if (next.length < digitsLength) return next !== '' && setWrong('')
    try {
      admitted(await admitting.mutateAsync(next))
    } catch (failure) {
      setDigits('')
      if (isFailure(failure) && failure.code === Code.wrongCredentials) setWrong(words.wrongDigits)
      if (isFailure(failure) && failure.code === Code.tooMany) setWrong(words.tooManyDigits)
      field.current?.focus()
    }
  }
  return (
    <CodeCells
      label={words.digits}
      length={digitsLength}
      value={digits}
      type={(next) => void type(next)}
      isBusy={admitting.isPending}
      error={wrong}
      field={field}
      isFocused={isFirst}
    />
  )
}

/** Remaining validity of the TV's code, as the box reported it. */
function Left({ ms, heardAt }: { ms: number; heardAt: number }) {
  const [at, setAt] = useState(now)
  useEffect(() => {
    const ticker = setInterval(() => setAt(now()), 1_000)
    return () => clearInterval(ticker)
  }, [])
  const remaining = ms - (at - heardAt)
  return remaining > 0 ? <span role="timer">{formatClock(remaining)}</span> : null
}
