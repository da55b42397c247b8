/** The guides in English. The same videos as in Chinese, by their ids (guides.test.ts). */
import type { SeriesScript } from './guide-script.ts'

export const guidesEn: readonly SeriesScript[] = [
  {
    id: 'start',
    title: 'First steps',
    videos: [
      {
        id: 'place',
        title: 'A quiet place for your box',
        about: 'Where to put it, and what you need',
        slides: [
          ['room', 'Any small computer can be your box: a mini PC, a NAS, an old laptop by the TV.'],
          ['box', 'Leave space on all sides. In a closed drawer it gets loud and slow.'],
          ['tv', 'Next to the TV, use a cable. Further away, use the TV’s own browser.'],
          ['disk', 'Films are large. Start with a disk of 1 TB or more, and leave a tenth of it free.'],
          ['night', 'It uses little power, so leave it on all night. That’s when downloads are fastest.'],
        ],
      },
      {
        id: 'first-start',
        title: 'Start it with one command',
        about: 'From zero to a pairing code',
        slides: [
          ['box', 'On the box, open a terminal in the Homeport folder and type: npm start'],
          ['list', 'The first start installs everything and builds the app. It takes a few minutes, later only seconds.'],
          ['code', 'It then shows an address, a QR code, a serial number and an eight-character pairing code.'],
          ['phone', 'Point your phone’s camera at the QR code. The app opens with everything filled in.'],
          ['people', 'Create an account with a username and password. You don’t need an email or any other account.'],
        ],
      },
      {
        id: 'bind',
        title: 'Pair your box, invite your family',
        about: 'Owner, members and ten-minute codes',
        slides: [
          ['code', 'A pairing code works once and expires after ten minutes. Then the box makes a new one.'],
          ['phone', 'On the Device tab, scan or enter the code. Whoever pairs the box first is the owner.'],
          ['people', 'Others join with a new code. Run npm run pair on the box to get one.'],
          ['list', 'Members share downloads and the library. The owner manages the name, settings and TVs.'],
          ['box', 'Unpair at any time. Your box forgets you right away, or as soon as it’s back online.'],
        ],
      },
    ],
  },
  {
    id: 'downloads',
    title: 'Downloads',
    videos: [
      {
        id: 'link',
        title: 'Paste a link, go to bed',
        about: 'Magnet links, torrent files and web links',
        slides: [
          ['link', 'Copy a magnet link or a web link. In the app, tap the paste button at the bottom of Downloads.'],
          ['list', 'A magnet link shows its files first. Pick the ones you want. The rest never touch your disk.'],
          ['phone', 'Start, and put your phone away. The box keeps downloading, even when you leave the house.'],
          ['night', 'After a power cut it picks up where it stopped. Nothing is downloaded twice.'],
          ['film', 'Finished films appear in the library with poster, year and length.'],
        ],
      },
      {
        id: 'space',
        title: 'When the disk gets full',
        about: 'Spot it early and free up space',
        slides: [
          ['disk', 'The bottom of Downloads shows how much space is left and warns you before something won’t fit.'],
          ['list', 'A download that runs out of space stops and says so. Free up space, then start it again.'],
          ['film', 'When you remove a download, you can keep or delete its files. No other files are ever deleted.'],
          ['box', 'Got a second disk? Set its folder on the box with HOMEPORT_DOWNLOADS.'],
        ],
      },
    ],
  },
  {
    id: 'watch',
    title: 'Watching',
    videos: [
      {
        id: 'tv',
        title: 'Watch on your TV',
        about: 'Any TV with a browser works',
        slides: [
          ['tv', 'Open the box’s TV address in your TV’s browser. The TV shows a four-digit code.'],
          ['phone', 'In the app, tap Play on a film and enter the code. Your TV is now connected.'],
          ['film', 'The film starts. If there’s no sound, press OK on the TV’s remote once.'],
          ['night', 'Stop in the middle and continue tomorrow. Everyone has their own place.'],
        ],
      },
      {
        id: 'remote',
        title: 'Your phone is the remote',
        about: 'Arrows, volume and seeking',
        slides: [
          ['pad', 'Use the arrows to move and the middle for OK. Hold an arrow to repeat.'],
          ['phone', 'Or swipe on the pad and keep your eyes on the film.'],
          ['film', 'Drag the bar anywhere, or jump back 10 or forward 30 seconds.'],
          ['tv', 'Volume and mute are below the pad.'],
        ],
      },
    ],
  },
]
