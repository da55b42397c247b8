/** The place of a post: chosen on the map, or none. */
import type { Place } from '@homeport/contract/shape/place.ts'
import { ChevronRight, MapPin, X } from 'lucide-react'
import { useText } from '../../kit/lang.ts'
import { askForPlace, usePlaceFor } from '../../shared/place.ts'
import { IconButton } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import layoutStyles from '../../ui/layout.module.css'
import textStyles from '../../ui/text.module.css'
import { editorText } from './editor-text.ts'
import styles from './editor.module.css'

/** by: the draft's id, so that the place chosen on the map returns to it. */
type Props = { by: string; place: Place | null; onChange: (place: Place | null) => void }

export function PlaceField({ by, place, onChange }: Props) {
  const words = useText(editorText)
  usePlaceFor(by, (chosen) => onChange(chosen.place))
  return (
    <div className={styles.place}>
      <button type="button" className={layoutStyles.grow} onClick={() => askForPlace(by, place ?? undefined)}>
        <MapPin size={20} strokeWidth={1.75} aria-hidden="true" />
        <span className={classes(layoutStyles.grow, textStyles.oneLine)}>{place ? place.name : words.addPlace}</span>
        {!place && <ChevronRight size={20} strokeWidth={1.75} aria-hidden="true" />}
      </button>
      {place && (
        <IconButton label={words.dropPlace} onClick={() => onChange(null)}>
          <X size={20} strokeWidth={1.75} />
        </IconButton>
      )}
    </div>
  )
}
