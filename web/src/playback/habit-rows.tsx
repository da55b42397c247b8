/** The person's habits of subtitles and audio, as the current box keeps them; the sheet of a film that plays changes the same. */
import type { Device } from '@homeport/contract/device.ts'
import { subtitleSizes, type TrackHabit } from '@homeport/contract/shape/track.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ALargeSmall, AudioLines, Captions } from 'lucide-react'
import { useState } from 'react'
import { useText } from '../kit/lang.ts'
import { commonText } from '../kit/text.ts'
import { Button } from '../ui/button.tsx'
import { classes } from '../ui/classes.ts'
import checkboxStyles from '../ui/checkbox.module.css'
import { CheckIcon } from '../ui/icon.tsx'
import layoutStyles from '../ui/layout.module.css'
import listStyles from '../ui/list.module.css'
import noteStyles from '../ui/note.module.css'
import { Row } from '../ui/row.tsx'
import { Sheet } from '../ui/sheet.tsx'
import textStyles from '../ui/text.module.css'
import { habitOf, setHabit } from './habit-data.ts'
import { habitText } from './habit-text.ts'
import { languageName } from './tracks-names.ts'

const languages = ['zh-Hans', 'zh-Hant', 'en', 'ja', 'ko', 'fr', 'de', 'es']
const icons = { subtitle_language: Captions, size: ALargeSmall, audio_language: AudioLines }
type Field = keyof typeof icons
const fields: readonly Field[] = ['subtitle_language', 'size', 'audio_language']

export function HabitRows({ device }: { device: Device }) {
  const words = useText(habitText)
  const common = useText(commonText)
  const client = useQueryClient()
  const isOnline = device.online === 1
  const { data, isError, refetch } = useQuery({ ...habitOf(device.devsn), enabled: isOnline })
  const saving = useMutation(setHabit(client, device.devsn))
  const [field, setField] = useState<Field>('subtitle_language')
  const [isOpen, setOpen] = useState(false)
  const names = { subtitle_language: words.subtitles, size: words.size, audio_language: words.audio }
  const wordOf = (of: Field, value: string) => {
    if (of === 'size') return words.sizes[subtitleSizes.find((size) => size === value) ?? 'm']
    return value === '' ? words.asMarked : value === 'off' ? words.off : languageName(value)
  }
  const open = (of: Field) => {
    setField(of)
    setOpen(true)
  }
  return (
    <>
      <div className={listStyles.list} aria-busy={!data && isOnline && !isError}>
        {fields.map((one) => {
          const Icon = icons[one]
          const canChange = data && isOnline
          return (
            <Row
              key={one}
              icon={<Icon strokeWidth={1.75} />}
              label={names[one]}
              value={data ? wordOf(one, data[one]) : ''}
              {...(canChange ? { onClick: () => open(one) } : {})}
            />
          )
        })}
      </div>
      {!isOnline && <p className={noteStyles.note}>{words.offline}</p>}
      {isOnline && isError && !data && (
        <div className={classes(noteStyles.note, layoutStyles.row)}>
          <span className={layoutStyles.grow}>{words.failed}</span>
          <Button isSmall onClick={() => void refetch()}>
            {common.retry}
          </Button>
        </div>
      )}
      <Sheet isOpen={isOpen} close={() => setOpen(false)} title={names[field]} closeLabel={common.close}>
        <div role="radiogroup" aria-label={names[field]}>
          {choicesOf(field, data).map((value) => (
            <label key={value} className={checkboxStyles.checkbox}>
              <input
                type="radio"
                name={field}
                className={textStyles.visuallyHidden}
                checked={data?.[field] === value}
                onChange={() => data && saving.mutate({ ...data, [field]: value })}
                onClick={() => setOpen(false)}
              />
              <span className={layoutStyles.grow}>{wordOf(field, value)}</span>
              {data?.[field] === value && <CheckIcon />}
            </label>
          ))}
        </div>
      </Sheet>
    </>
  )
}

/** A language that was chosen at a film is among them. */
function choicesOf(field: Field, habit: TrackHabit | undefined): readonly string[] {
  if (field === 'size') return subtitleSizes
  const usual = field === 'subtitle_language' ? ['', 'off', ...languages] : ['', ...languages]
  const current = habit?.[field] ?? ''
  return usual.includes(current) ? usual : [...usual, current]
}
