/** One TV: rename it, or remove it after an explanation. */
import type { Device } from '@homeport/contract/device.ts'
import { screenRename, type Screen } from '@homeport/contract/playback/screen.ts'
import { wordsOf } from '@homeport/contract/shape/field/rule-messages.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import * as z from 'zod/mini'
import { useKept } from '../../kit/keep/draft.ts'
import { useLang, useText } from '../../kit/lang.ts'
import { Button } from '../../ui/button.tsx'
import { DangerButtons } from '../../ui/danger-buttons.tsx'
import { Field } from '../../ui/field.tsx'
import textStyles from '../../ui/text.module.css'
import { forget, rename, tvNameKey } from '../screens-data.ts'
import styles from '../screens.module.css'
import { playbackText } from '../text.ts'

export function OneScreen({ device, screen, leave }: { device: Device; screen: Screen; leave: () => void }) {
  const words = useText(playbackText)
  const lang = useLang()
  const client = useQueryClient()
  const renaming = useMutation(rename(client, device))
  const forgetting = useMutation(forget(client, device))
  const [{ name }, setTyped] = useKept(tvNameKey(device, screen), { name: screen.name })
  const [wrong, setWrong] = useState('')
  const [isAsking, setAsking] = useState(false)
  // A screen that the box finds by itself would be there again at once.
  const isFound = screen.player === 'dlna' || screen.player === 'mpv'
  const canForget = !isFound || !screen.is_online

  function save() {
    const read = z.safeParse(screenRename.input, { screen_id: screen.screen_id, name: name.trim() })
    if (!read.success) return setWrong(read.error.issues[0]?.message ?? 'invalid')
    renaming.mutateAsync(read.data).then(
      () => leave(),
      () => null,
    )
  }

  if (isAsking)
    return (
      <div className={styles.connect}>
        <h3 className={textStyles.label}>{words.forgetAsk(screen.name)}</h3>
        <p className={textStyles.secondary}>
          {isFound ? words.forgetDlna : screen.player === 'kodi' ? words.forgetKodi : words.forgetText}
        </p>
        <DangerButtons
          label={words.forgetDo}
          icon={<Trash2 size={20} strokeWidth={1.75} />}
          isBusy={forgetting.isPending}
          onConfirm={() =>
            void forgetting.mutateAsync(screen.screen_id).then(
              () => leave(),
              () => null,
            )
          }
          cancelLabel={words.keepIt}
          onCancel={() => setAsking(false)}
        />
      </div>
    )
  return (
    <form
      className={styles.connect}
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
        error={wrong && wordsOf(wrong, lang)}
        onChange={(event) => {
          setTyped({ name: event.target.value })
          setWrong('')
        }}
      />
      <Button variant="main" type="submit" isWide isBusy={renaming.isPending}>
        {words.save}
      </Button>
      {canForget && (
        <Button variant="line" isDanger isWide icon={<Trash2 size={20} strokeWidth={1.75} />} onClick={() => setAsking(true)}>
          {words.forgetScreen}
        </Button>
      )}
    </form>
  )
}
