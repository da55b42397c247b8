/** The person's habits of playback, as the current box keeps them; the sheet of a film that plays, and the TV, change the same. */
import type { Device } from '@homeport/contract/device.ts'
import { subtitleSizes, type PlayHabit } from '@homeport/contract/shape/film/track.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ALargeSmall, AudioLines, Captions, EyeOff, MessageSquare, SkipForward } from 'lucide-react'
import { useState } from 'react'
import { useText } from '../../kit/lang.ts'
import { commonText } from '../../kit/text/text.ts'
import { ownLanguageName } from '../../kit/text/language-name.ts'
import { habitOf, setHabit } from '../../shared/play-habit.ts'
import { Button } from '../../ui/button.tsx'
import { Choices } from '../../ui/choices.tsx'
import { classes } from '../../ui/classes.ts'
import layoutStyles from '../../ui/layout.module.css'
import listStyles from '../../ui/list.module.css'
import noteStyles from '../../ui/note.module.css'
import { Row } from '../../ui/row.tsx'
import { BoxIcon } from '../../ui/icon.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Switch } from '../../ui/switch.tsx'
import { habitText } from './habit-text.ts'

const languages = ['zh-Hans', 'zh-Hant', 'en', 'ja', 'ko', 'fr', 'de', 'es']
const icons = { subtitle_language: Captions, size: ALargeSmall, audio_language: AudioLines }
type Field = keyof typeof icons
const fields: readonly Field[] = ['subtitle_language', 'size', 'audio_language']
const switches = [
  { field: 'plays_next', Icon: SkipForward },
  { field: 'shows_bullets', Icon: MessageSquare },
  { field: 'hides_unseen', Icon: EyeOff },
] as const

/** While the box is offline one row says so. */
export function HabitRows({ device }: { device: Device }) {
  const words = useText(habitText)
  if (device.online === 1) return <Habits device={device} />
  return (
    <div className={listStyles.list}>
      <Row icon={<BoxIcon />} label={words.offline} />
    </div>
  )
}

function Habits({ device }: { device: Device }) {
  const words = useText(habitText)
  const common = useText(commonText)
  const client = useQueryClient()
  const { data, isError, refetch } = useQuery(habitOf(device.devsn))
  const saving = useMutation(setHabit(client, device.devsn))
  const [field, setField] = useState<Field>('subtitle_language')
  const [isOpen, setOpen] = useState(false)
  const wordOf = (of: Field, value: string) => {
    if (of === 'size') return words.sizes[subtitleSizes.find((size) => size === value) ?? 'm']
    return value === '' ? words.asMarked : value === 'off' ? words.off : ownLanguageName(value)
  }
  const valueOf = (of: Field, habit: PlayHabit) => {
    const first = wordOf(of, habit[of])
    return of === 'subtitle_language' && hasSecond(habit)
      ? words.inTurn(first, ownLanguageName(habit.second_subtitle_language))
      : first
  }
  const open = (of: Field) => {
    setField(of)
    setOpen(true)
  }
  return (
    <>
      <div className={listStyles.list} aria-busy={!data && !isError}>
        {fields.map((one) => {
          const Icon = icons[one]
          return (
            <Row
              key={one}
              icon={<Icon strokeWidth={1.75} />}
              label={words.fields[one]}
              value={data ? valueOf(one, data) : ''}
              {...(data ? { onClick: () => open(one) } : {})}
            />
          )
        })}
        {switches.map(({ field: one, Icon }) => (
          <Switch
            key={one}
            icon={<Icon strokeWidth={1.75} />}
            isOn={data?.[one] ?? false}
            isDisabled={!data}
            onChange={(isOn) => saving.mutate({ [one]: isOn })}
          >
            {words.fields[one]}
          </Switch>
        ))}
      </div>
      {isError && !data && (
        <div className={classes(noteStyles.note, layoutStyles.row)}>
          <span className={layoutStyles.grow}>{words.failed}</span>
          <Button isSmall onClick={() => void refetch()}>
            {common.retry}
          </Button>
        </div>
      )}
      <Sheet isOpen={isOpen} onClose={() => setOpen(false)} title={words.fields[field]} closeLabel={common.close}>
        <Choices
          label={words.fields[field]}
          values={choicesOf(field, data)}
          chosen={data?.[field]}
          labelOf={(value) => wordOf(field, value)}
          onSelect={(value) => {
            if (value !== data?.[field]) saving.mutate({ [field]: value })
            if (field !== 'subtitle_language') setOpen(false)
          }}
        />
        {field === 'subtitle_language' && isLanguage(data?.subtitle_language) && (
          <Choices
            isHeadShown
            label={words.second}
            values={[
              '',
              ...withCurrent(languages, data?.second_subtitle_language).filter((one) => one !== data?.subtitle_language),
            ]}
            chosen={data?.second_subtitle_language}
            labelOf={(value) => (value === '' ? words.none : ownLanguageName(value))}
            onSelect={(value) => saving.mutate({ second_subtitle_language: value })}
          />
        )}
      </Sheet>
    </>
  )
}

function isLanguage(value = ''): boolean {
  return value !== '' && value !== 'off'
}

function hasSecond({ subtitle_language, second_subtitle_language }: PlayHabit): boolean {
  return isLanguage(subtitle_language) && isLanguage(second_subtitle_language) && subtitle_language !== second_subtitle_language
}

function choicesOf(field: Field, habit: PlayHabit | undefined): readonly string[] {
  if (field === 'size') return subtitleSizes
  return withCurrent(field === 'subtitle_language' ? ['', 'off', ...languages] : ['', ...languages], habit?.[field])
}

/** A language that was chosen at a film is among them. */
function withCurrent(values: readonly string[], current = ''): readonly string[] {
  return current === '' || values.includes(current) ? values : [...values, current]
}
