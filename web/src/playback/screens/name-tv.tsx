/** A TV that was just let in gets its name, over the remote: a room by one press, or what is typed. Closing keeps the browser's name. */
import type { Device } from '@homeport/contract/device.ts'
import { screenRename, type Screen } from '@homeport/contract/playback/screen.ts'
import { wordsOf } from '@homeport/contract/shape/field/rule-messages.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import * as z from 'zod/mini'
import { useKept } from '../../kit/keep/draft.ts'
import { forgetTyped } from '../../kit/keep/unsent-forms.ts'
import { useLang, useText } from '../../kit/lang.ts'
import { observable, useObservable } from '../../kit/observable.ts'
import { commonText } from '../../kit/text/text.ts'
import { Button } from '../../ui/button.tsx'
import chipStyles from '../../ui/chip.module.css'
import { classes } from '../../ui/classes.ts'
import { Field } from '../../ui/field.tsx'
import overlayStyles from '../../ui/overlay.module.css'
import { Sheet } from '../../ui/sheet.tsx'
import { rename, tvNameKey } from '../screens-data.ts'
import styles from '../screens.module.css'
import { playbackText } from '../text.ts'

/** Let in and not named yet. */
export const unnamedTv = observable<Screen | null>(null)

/** playing: the title of what the TV shows, '' if nothing. */
type Props = { device: Device; isOpen: boolean; playing: string }

export function NameTv({ device, isOpen, playing }: Props) {
  const unnamed = useObservable(unnamedTv)
  // The sheet keeps its content while it closes.
  const [shown, setShown] = useState(unnamed)
  if (unnamed && unnamed !== shown) setShown(unnamed)
  if (!shown) return null
  return (
    <NameSheet
      key={shown.screen_id}
      device={device}
      screen={shown}
      playing={playing}
      isOpen={isOpen && unnamed !== null}
      onClose={() => unnamedTv.set(null)}
    />
  )
}

function NameSheet({ device, screen, playing, isOpen, onClose: close }: Props & { screen: Screen; onClose: () => void }) {
  const words = useText(playbackText)
  const lang = useLang()
  const renaming = useMutation(rename(useQueryClient(), device))
  const key = tvNameKey(device, screen)
  const [given] = useState({ name: screen.name })
  const [{ name }, setTyped] = useKept(key, given)
  const [wrong, setWrong] = useState('')

  /** The form is not left with its sheet, which keeps it while it closes. */
  function onClose() {
    forgetTyped(key)
    close()
  }

  function save() {
    const read = z.safeParse(screenRename.input, { screen_id: screen.screen_id, name: name.trim() })
    if (!read.success) return setWrong(read.error.issues[0]?.message ?? 'invalid')
    if (read.data.name === screen.name) return onClose()
    renaming.mutateAsync(read.data).then(onClose, () => null)
  }

  return (
    <Sheet
      isOpen={isOpen}
      onClose={onClose}
      title={words.nameTv}
      closeLabel={useText(commonText).close}
      opensByItself
      foot={
        <>
          <Button variant="main" isWide isBusy={renaming.isPending} onClick={save}>
            {words.nameDone}
          </Button>
          {playing !== '' && <p className={overlayStyles.afterword}>{words.isPlaying(playing)}</p>}
        </>
      }
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          save()
        }}
      >
        <Field
          label={words.screenName}
          value={name}
          maxLength={40}
          autoComplete="off"
          enterKeyHint="done"
          error={wrong && wordsOf(wrong, lang)}
          onFocus={({ target }) => target.select()}
          onChange={({ target }) => {
            setTyped({ name: target.value })
            setWrong('')
          }}
        />
      </form>
      <div className={styles.rooms} role="group" aria-label={words.rooms}>
        {words.roomNames.map(([room, named]) => (
          <button
            key={room}
            type="button"
            className={classes(chipStyles.chip, name === named && chipStyles.selected)}
            aria-pressed={name === named}
            onClick={() => {
              setTyped({ name: named })
              setWrong('')
            }}
          >
            {room}
          </button>
        ))}
      </div>
    </Sheet>
  )
}
