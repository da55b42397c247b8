/** Demo content of the English realm (HOMEPORT_DEMO=1): users, threads with replies, comments on guides. */
import type { DemoRealm } from './content.ts'

export const demoEn: DemoRealm = {
  people: ['harbour-light', 'quiet-nuc', 'fan-480', 'night-shift', 'paper-boat', 'four-bays', 'slow-train', 'copper-wire'],
  threads: [
    {
      board: 'announcements',
      by: 'harbour-light',
      title: 'Welcome aboard: three rules and a lamp',
      content:
        'This forum belongs to the people who read it.\n\n1. Say which box you have and what you tried. Answers come faster.\n2. No links to films that are not yours to share.\n3. Be the neighbour you would like to have.\n\nNew here? Say hello in the Lounge. The lamp is on.',
      tags: ['welcome'],
      pictures: ['lighthouse'],
      hoursAgo: 400,
      pinned: true,
      replies: [
        ['slow-train', 'Read, understood, and waving from the 7:40.'],
        ['four-bays', 'Rule one alone would have saved me a weekend.'],
      ],
    },
    {
      board: 'updates',
      by: 'harbour-light',
      title: 'Homeport 2.7.0: a forum, guides and a map',
      content:
        'New in this version:\n\n- **Forum**: drafts wait on your phone while there is no network, and go once you are back.\n- **Guides**: short, drawn, with comments that fly over them. Try the first one with sound off: there is none.\n- **Map**: choose a place without anybody’s key, also on a plane.\n- **Search** forgives one typo.\n\nUpdate the box the way you installed it, and reload the app.',
      tags: ['release'],
      hoursAgo: 62,
      replies: [
        ['night-shift', 'Updated from the sofa. It took less than a minute.'],
        ['copper-wire', 'Drafts offline! I write on the underground, so this one is for me.'],
        ['paper-boat', 'My children now comment on guides about hard disks. What have you done.'],
      ],
    },
    {
      board: 13,
      by: 'copper-wire',
      title: 'Magnet stuck at the file list? Check the port first',
      content:
        'If a magnet stays at **fetching the file list** for more than a minute, most likely nobody can reach your box.\n\n1. In the router, forward one port to the box.\n2. Start the same magnet again.\n3. Still nothing? Then the swarm is asleep. Try in the evening.\n\nMine went from minutes to four seconds.',
      tags: ['magnet', 'network'],
      hoursAgo: 29,
      pinned: true,
      replies: [
        ['paper-boat', 'The port was it. Thank you!'],
        ['fan-480', 'For me it was the VPN on the box. It has no port to forward.'],
        ['copper-wire', 'Some VPNs give you one if you ask. Look for “port forwarding” in their settings.', 2],
        ['slow-train', 'Could this go into a guide?'],
        ['harbour-light', 'It will. Pinned until then.', 4],
      ],
    },
    {
      board: 21,
      by: 'four-bays',
      title: 'My 4-bay box on an old NUC: 11 W idle, silent',
      content:
        'An eight-year-old NUC, a USB cage with four disks, and a shelf behind the books.\n\n- 11 W with the disks asleep, 29 W while it plays\n- one fan, which I never hear\n- back by itself forty seconds after a power cut\n\nHappy to answer questions.',
      tags: ['build', 'quiet'],
      pictures: ['shelf', 'disks'],
      hoursAgo: 26,
      featured: true,
      replies: [
        ['night-shift', 'How do the disks sleep while it seeds?'],
        ['four-bays', 'They do not. What seeds lies on the first disk, the other three sleep.', 1],
        ['paper-boat', 'Which cage is that?'],
        ['four-bays', 'A plain JBOD one with USB 3.2. Avoid those that reset all disks when you pull one.', 3],
        ['quiet-nuc', 'Same NUC here. It plays 4K without a hiccup, because it has nothing to convert.'],
        ['slow-train', 'Behind the books is a fine place. Mine sits in the hat box.'],
      ],
    },
    {
      board: 22,
      by: 'slow-train',
      title: 'From the train: VPN, or an address of your own?',
      content:
        'I want to add a download when somebody recommends a film on the way home. At home all is well.\n\nA VPN into the router works, but it drains my phone. Is an address of my own with https worth the trouble?',
      tags: ['vpn', 'https'],
      hoursAgo: 18,
      replies: [
        ['copper-wire', 'WireGuard only for the home network, not for everything: the battery does not notice.'],
        ['quiet-nuc', 'I have a domain and a reverse proxy. One evening of work, nothing since.'],
        ['slow-train', 'WireGuard it is. Queued something from the platform just now.', 1],
      ],
    },
    {
      board: 12,
      by: 'night-shift',
      title: 'Two small disks, or one large one?',
      content:
        'The box says it is nearly full. I could add a second disk of 4 TB, or move everything to one of 12 TB.\n\nWhat would you do if you never wanted to think about it again?',
      tags: ['disk'],
      pictures: ['disks'],
      hoursAgo: 44,
      replies: [
        ['four-bays', 'One large one, and the old one as a copy of what you cannot get again.'],
        ['fan-480', 'You will think about it again. Everybody does.'],
        ['quiet-nuc', 'Delete what you have seen twice. I found 900 GB.'],
      ],
    },
    {
      board: 16,
      by: 'fan-480',
      title: 'An old laptop as the screen: works better than my stick',
      content:
        'The stick behind the TV could not play half of my films. So I put the old laptop there, opened the box’s page in its browser, typed the four digits, closed the lid.\n\nThe remote on the phone answers at once. The stick now holds a table level.',
      tags: ['tv', 'browser'],
      pictures: ['evening'],
      hoursAgo: 12,
      replies: [
        ['paper-boat', 'Does it wake up by itself?'],
        ['fan-480', 'I turned sleep off. The screen goes dark, the page stays.', 1],
        ['night-shift', 'Laughed at the table.'],
      ],
    },
    {
      board: 23,
      by: 'paper-boat',
      title: 'Which subtitles do you keep?',
      content: 'I used to keep every language. Now it is English, the film’s own, and one for my parents. What do you do?',
      tags: ['subtitles'],
      hoursAgo: 31,
      replies: [
        ['slow-train', 'Only the film’s own. We learn.'],
        ['four-bays', 'All of them. They weigh nothing.'],
        ['copper-wire', 'Mine lie beside the film and are named like it. They are found at once.'],
      ],
    },
    {
      board: 17,
      by: 'night-shift',
      title: 'The General is from 1926 and still the best chase there is',
      content:
        'Watched it with two children who had never seen a silent film. Nobody spoke for an hour.\n\nWhat should we show them next?',
      tags: ['silent', 'family'],
      pictures: ['film'],
      hoursAgo: 52,
      featured: true,
      replies: [
        ['slow-train', 'Sherlock Jr., tomorrow!'],
        ['harbour-light', 'A Trip to the Moon. It is short, and they will draw it for a week.'],
        ['fan-480', 'Safety Last!, if nobody is afraid of heights.'],
        ['night-shift', 'Sherlock Jr. was a success. The younger one now walks into screens.', 1],
      ],
    },
    {
      board: 14,
      by: 'fan-480',
      title: 'Untick the samples',
      content:
        'A small thing: when the file list comes up, take only what you want. Samples, posters and ten kinds of text files stay away, and so does the clutter in the library.',
      tags: ['tips'],
      hoursAgo: 76,
      replies: [
        ['quiet-nuc', 'Two years, and I never looked at that list.'],
        ['paper-boat', 'Select none, then tick the one film. Faster with big packs.'],
      ],
    },
    {
      board: 15,
      by: 'quiet-nuc',
      title: 'A year in the title is not the year of the film',
      content:
        'The box met `2001.A.Space.Odyssey.1968.mkv` and got it right, which impressed me more than it should.\n\nFor the few that it gets wrong, open the film and choose **Identify again**. It remembers.',
      tags: ['names'],
      hoursAgo: 120,
      replies: [['copper-wire', 'Works for directors’ cuts too, if the year is in the name.']],
    },
    {
      board: 4,
      by: 'paper-boat',
      title: 'A wish: tell me when a whole season is there',
      content: 'One note when the last part has come, instead of ten in between.',
      tags: ['ideas'],
      hoursAgo: 160,
      replies: [
        ['fan-480', 'Yes please.'],
        ['four-bays', 'And one when a part is missing.'],
        ['harbour-light', 'Noted. Both.', 2],
      ],
    },
    {
      board: 5,
      by: 'harbour-light',
      title: 'Hello from a lighthouse',
      content: 'I keep one, and the nights are long. There is a box under the stairs and a sheet on the wall. Glad you are here.',
      tags: [],
      pictures: ['lighthouse'],
      place: { name: 'Falmouth Bay', lat: 50.14, lon: -5.02 },
      hoursAgo: 8,
      replies: [
        ['paper-boat', 'That is the best screen size I have heard of today.'],
        ['slow-train', 'Does the lamp not shine on the sheet?'],
        ['harbour-light', 'Every ten seconds. One gets used to it.', 2],
      ],
    },
    {
      board: 5,
      by: 'quiet-nuc',
      title: 'What is on your box tonight?',
      content: 'Here: something from 1931, tea, rain on the window.',
      tags: ['tonight'],
      hoursAgo: 3,
      replies: [
        ['night-shift', 'Metropolis, the long one. The clocks made my shift feel short.'],
        ['demo', 'Just bound my first box. Is there something one should begin with?'],
        ['paper-boat', 'Welcome! Begin with whatever your parents loved.', 2],
        ['fan-480', 'A documentary about bridges. I am not sorry.'],
      ],
    },
  ],
  bullets: [
    { video: 'place', atMs: 2_000, by: 'four-bays', text: 'mine is an old laptop' },
    { video: 'place', atMs: 4_500, by: 'slow-train', text: 'hat box works too', color: '#ffd54f' },
    { video: 'place', atMs: 9_500, by: 'quiet-nuc', text: 'air! believe them' },
    { video: 'place', atMs: 18_000, by: 'night-shift', text: 'a tenth free, learned that the hard way', mode: 'top' },
    { video: 'place', atMs: 29_000, by: 'paper-boat', text: 'good night, box', color: '#64b5f6' },
    { video: 'first-start', atMs: 3_000, by: 'copper-wire', text: 'that is really all' },
    { video: 'bind', atMs: 6_000, by: 'paper-boat', text: 'the camera found it at once', color: '#81c784' },
    { video: 'link', atMs: 5_000, by: 'fan-480', text: 'untick the samples' },
    { video: 'link', atMs: 16_000, by: 'slow-train', text: 'from the train, every evening', color: '#ff8a65' },
  ],
}
