// The drawings of which a map of tiles consists. The page and the separate SVG picture use the same sheet.
export const TILE_ART = `
<clipPath id="tm-clip"><rect x="-48" y="-48" width="96" height="96" rx="8"/></clipPath>
<linearGradient id="tm-lit" x1="1" y1="0" x2="0" y2="1"><stop class="tm-lit-1" offset="0"/><stop class="tm-lit-2" offset="1"/></linearGradient>
<linearGradient id="tm-dim" x1="1" y1="0" x2="0" y2="1"><stop class="tm-dim-1" offset="0"/><stop class="tm-dim-2" offset="1"/></linearGradient>
<linearGradient id="tm-sky" x1="0" y1="0" x2="0" y2="1"><stop class="tm-sky-1" offset="0"/><stop class="tm-sky-2" offset=".62"/><stop class="tm-sky-3" offset="1"/></linearGradient>
<radialGradient id="tm-moon" cx=".5" cy=".5" r=".5"><stop class="tm-moon-1" offset="0"/><stop class="tm-moon-2" offset=".3"/><stop class="tm-moon-3" offset="1"/></radialGradient>
<radialGradient id="tm-lamp"><stop class="tm-lamp-1" offset="0"/><stop class="tm-lamp-2" offset="1"/></radialGradient>

<g id="tm-base-open"><rect class="tm-edge" x="-48" y="-46" width="96" height="96" rx="8"/><rect x="-48" y="-48" width="96" height="96" rx="8" fill="url(#tm-lit)"/></g>
<g id="tm-base-shut"><rect class="tm-edge" x="-48" y="-46" width="96" height="96" rx="8"/><rect x="-48" y="-48" width="96" height="96" rx="8" fill="url(#tm-dim)"/></g>
<g id="tm-base-never"><rect class="tm-cliff" x="-48" y="-48" width="96" height="96" rx="8"/></g>
<g id="tm-rim"><rect class="tm-rimline" x="-47.5" y="-47.5" width="95" height="95" rx="7.5"/></g>

<g id="tm-open-0"><g clip-path="url(#tm-clip)"><path class="tm-lee" d="M-48 8C-26 19-10 10 6 2S34-6 48 2V14C34 4 20 8 8 13S-24 28-48 17z"/><path class="tm-dune" d="M-48 8C-26 19-10 10 6 2S34-6 48 2M-44-22C-30-14-14-22 0-26S24-32 44-28M-40 34C-22 40-6 34 12 26S34 22 44 26"/></g></g>
<g id="tm-open-1"><g clip-path="url(#tm-clip)"><path class="tm-lee" d="M-48-3C-34-10-16-4-4-12S20-30 48-22V-9C24-17 12-5 0 0S-32-1-48 8z"/><path class="tm-dune" d="M-44 26C-28 18-16 24 0 18S28 2 44 8M-48-3C-34-10-16-4-4-12S20-30 48-22M-8 40C6 32 22 34 38 38"/></g></g>
<g id="tm-open-2"><g clip-path="url(#tm-clip)"><path class="tm-lee" d="M-48 22C-26 4-10 6 4 16S34 26 48 11V24C34 37 16 33 2 26S-26 17-48 34z"/><path class="tm-dune" d="M-48 22C-26 4-10 6 4 16S34 26 48 11M-44-8C-30-20-16-18-2-10S30-2 44-14M-30 38C-14 28 0 30 14 38"/></g></g>
<g id="tm-mountain"><g clip-path="url(#tm-clip)"><path class="tm-dune" d="M-48 31C-20 22 10 34 48 26"/><path class="tm-rock" d="M-50 30L-17-32-6-14 6-38 50 30z"/><path class="tm-rock-lee" d="M-17-32L-6-14-12 2-22 30H-50zM6-38L14-12 6 4 14 30H-4L-6-14z"/><path class="tm-snow" d="M-17-32l5 8.2-4 5-5-3-4 5zM6-38L15-23.6l-6 4-4-4-4 5z"/></g></g>
<g id="tm-canyon"><g clip-path="url(#tm-clip)"><path class="tm-ledge" d="M-48-26L-30-34-14-22 4-36 22-24 34-32 48-22V22L36 30 20 22 2 34-16 24-32 32-48 20z"/><path class="tm-deep" d="M-48-12L-28-20-14-8 6-22 24-10 36-16 48-8V8L34 16 18 8 0 20-18 10-32 18-48 6z"/><path class="tm-abyss" d="M-48-1L-28-6-14 3 6-9 24 1 48-1 34 4 18 0 0 8-18 3-32 6z"/><path class="tm-lip" d="M-48 20L-32 32-16 24 2 34 20 22 36 30 48 22"/><path class="tm-lip" d="M-48-26L-30-34-14-22 4-36 22-24 34-32 48-22"/></g></g>
<g id="tm-civilization"><g clip-path="url(#tm-clip)"><ellipse cx="0" cy="-8" rx="46" ry="30" fill="url(#tm-lamp)"/><path class="tm-town" d="M-40 2V-14h12v-10l8-7 8 7v12h8v-22h14v20h10v-10h12V2z"/><path class="tm-window" d="M-36-10h3v4h-3zM-23-21h3v4h-3zM-16-21h3v4h-3zM-23-11h3v4h-3zM1-29h3v4H1zM7-29h3v4H7zM1-20h3v4H1zM7-11h3v4H7zM20-19h3v4h-3zM27-19h3v4h-3zM20-10h3v4h-3z"/><path class="tm-dune" d="M-48 4C-20-2 14 6 48 2"/></g></g>
<g id="tm-start"><g clip-path="url(#tm-clip)"><path class="tm-dune" d="M-48 24C-20 12 12 26 48 16M-44-30C-24-38 4-30 44-36"/><circle r="40" cy="2" fill="url(#tm-lamp)"/><circle class="tm-camp" r="28" cy="-2"/><circle class="tm-camp thin" r="22" cy="-2"/><path class="tm-tent" d="M0-19L17 9H-17z"/><path class="tm-door" d="M0-8L7 9H-7z"/><rect class="tm-plate" x="-29" y="15" width="58" height="20" rx="5"/></g></g>

<g id="tm-heat"><circle class="tm-ink" r="4.6"/><path class="tm-line" d="M0-10.5V-7.4M0 10.5V7.4M-10.5 0H-7.4M10.5 0H7.4M-7.4-7.4l2.1 2.1M7.4 7.4L5.3 5.3M-7.4 7.4l2.1-2.1M7.4-7.4L5.3-5.3"/></g>
<g id="tm-flood"><path class="tm-line" d="M-10.5-4.5c2.6-3.4 4.4-3.4 7 0s4.4 3.4 7 0 4.4-3.4 7 0M-10.5 1.6c2.6-3.4 4.4-3.4 7 0s4.4 3.4 7 0 4.4-3.4 7 0M-10.5 7.7c2.6-3.4 4.4-3.4 7 0s4.4 3.4 7 0 4.4-3.4 7 0"/></g>
<g id="tm-rocky"><path class="tm-ink" d="M-11 8l2-8 4.6-3.4L-.6 1.6 0 8zM1.6 8L1-1.4 4.5-7l4 2.6L11 8zM-5-6l2.2-3 3 1.2-.6 3.2-2.4 1z"/></g>
<g id="tm-storm"><path class="tm-line" d="M-9.5-8H9.5M-7-3.8H10M-8.5.4H5M-4 4.6H6.5M-1.5 8.8H3"/></g>
<g id="tm-animal"><path class="tm-ink" d="M0 0c3.6 0 6.6 4.6 6.2 7.2-.4 2.4-3.2 2.2-6.2 1.8-3 .4-5.8.6-6.2-1.8C-6.6 4.6-3.6 0 0 0z"/><ellipse class="tm-ink" cx="-8.2" cy="-.8" rx="2.2" ry="3" transform="rotate(-24 -8.2 -.8)"/><ellipse class="tm-ink" cx="-3.2" cy="-5.8" rx="2.3" ry="3.3"/><ellipse class="tm-ink" cx="3.2" cy="-5.8" rx="2.3" ry="3.3"/><ellipse class="tm-ink" cx="8.2" cy="-.8" rx="2.2" ry="3" transform="rotate(24 8.2 -.8)"/></g>
<g id="tm-probe"><path class="tm-ink" d="M-4.4-5.4a4.4 4.4 0 0 1 8.8 0z"/><path class="tm-ink" d="M-11-3c0-1.6 5-2 11-2s11 .4 11 2-5 2.8-11 2.8S-11-1.4-11-3z"/><path class="tm-ink" d="M-3.6 1.2h7.2L8 10.5H-8z" opacity=".55"/></g>
<g id="tm-crash"><g transform="rotate(28)"><path class="tm-ink" d="M-3.8-4.6a4 4 0 0 1 7.8 0zM-10-2.4c0-1.5 4.6-1.9 10-1.9s10 .4 10 1.9S5.4.4 0 .4-10-.9-10-2.4z"/></g><path class="tm-line" d="M-10.5 8.8H10.5M-5 5.2l-3.2-1.6M-1 6.2l-.8-3"/></g>
<g id="tm-map"><path class="tm-line" d="M-8-5.5L-2.7-7.5 2.7-5.5 8-7.5V5.5L2.7 7.5-2.7 5.5-8 7.5zM-2.7-7.5V5.5M2.7-5.5V7.5"/></g>
<g id="tm-cw"><path class="tm-line" d="M6.8-3.4A7.6 7.6 0 1 0 7.6 1.2M8-8.6v5.6H2.4"/></g>
<g id="tm-ccw"><path class="tm-line" d="M-6.8-3.4A7.6 7.6 0 1 1-7.6 1.2M-8-8.6v5.6h5.6"/></g>

<g id="tm-obstacle"><rect class="tm-plate" x="-36" y="-17" width="72" height="34" rx="7"/></g>
<g id="tm-find"><rect class="tm-plate-find" x="-36" y="-17" width="72" height="34" rx="17"/></g>
<g id="tm-obstacle-small"><rect class="tm-plate-old" x="-25" y="-12.5" width="50" height="25" rx="6"/></g>
<g id="tm-find-small"><rect class="tm-plate-old" x="-25" y="-12.5" width="50" height="25" rx="12.5"/></g>
<g id="tm-find-second"><rect class="tm-plate-find" x="-25" y="-12.5" width="50" height="25" rx="12.5"/></g>
<g id="tm-token"><circle class="tm-brass" r="13.5"/><circle class="tm-brass-in" r="10.6"/><g class="tm-brass-ink"><path class="tm-line" d="M-6.6-4.4L-2.2-6 2.2-4.4 6.6-6V4.4L2.2 6-2.2 4.4-6.6 6zM-2.2-6V4.4M2.2-4.4V6"/></g></g>
<g id="tm-dots-1"><circle class="tm-dot" cy="-41.5" r="4"/></g>
<g id="tm-dots-2"><circle class="tm-dot" cx="-12" cy="-41.5" r="4"/><circle class="tm-dot" cx="12" cy="-41.5" r="4"/></g>
<g id="tm-dots-3"><circle class="tm-dot" cx="-22" cy="-41.5" r="4"/><circle class="tm-dot" cy="-41.5" r="4"/><circle class="tm-dot" cx="22" cy="-41.5" r="4"/></g>
<g id="tm-hollow-1"><circle class="tm-hollow" cy="-40" r="3.6"/></g>
<g id="tm-hollow-2"><circle class="tm-hollow" cx="-12" cy="-40" r="3.6"/><circle class="tm-hollow" cx="12" cy="-40" r="3.6"/></g>
<g id="tm-hollow-3"><circle class="tm-hollow" cx="-22" cy="-40" r="3.6"/><circle class="tm-hollow" cy="-40" r="3.6"/><circle class="tm-hollow" cx="22" cy="-40" r="3.6"/></g>

<g id="tm-pawn"><circle r="100" fill="url(#tm-lamp)"/><g transform="translate(0 5)"><ellipse class="tm-fall" cy="16" rx="17" ry="4.5"/><path class="tm-pawn" d="M-13.5 15c0-6 5.4-7.1 6.9-14C-5.4-3.9-4.3-6.5-4.3-8.200h8.600C4.3-6.5 5.4-3.9 6.6 1c1.5 6.9 6.9 8 6.9 14 0 2.6-27 2.6-27 0z"/><ellipse class="tm-pawn" cy="-8.2" rx="7.1" ry="2.5"/><circle class="tm-pawn" cy="-16.2" r="8.2"/></g></g>
<g id="tm-ticks"><path class="tm-tick" d="M-44-34V-44H-34M-44 34V44H-34M44-34V-44H34M44 34V44H34"/></g>
<g id="tm-frame"><rect class="tm-frame" x="-48" y="-48" width="96" height="96" rx="8"/></g>
<g id="tm-frame-step"><rect class="tm-frame step" x="-46" y="-46" width="92" height="92" rx="7"/></g>
<g id="tm-frame-other"><rect class="tm-frame other" x="-46" y="-46" width="92" height="92" rx="8"/></g>
<g id="tm-frame-refused"><rect class="tm-frame refused" x="-46" y="-46" width="92" height="92" rx="8"/></g>
<g id="tm-side-good"><rect class="tm-good" x="-30" y="-52" width="60" height="4.6" rx="2.3"/></g>
<g id="tm-side-off"><rect class="tm-bad" x="-32" y="-53" width="64" height="6.4" rx="3.2"/></g>
<g id="tm-turn"><path class="tm-turn" d="M9.500-6.500A11.500 11.500 0 1 0 11.500 1"/><path class="tm-turn" d="M11.500-14v8.500H3"/></g>
<g id="tm-side-bad"><rect class="tm-bad" x="-32" y="-53" width="64" height="6.4" rx="3.2"/><g transform="translate(0 -26)"><circle class="tm-bad-disc" r="10"/><path class="tm-bad-line" d="M-3.8-3.8l7.6 7.6M3.8-3.800l-7.6 7.6"/></g></g>
<g id="tm-disc-step"><circle class="tm-disc step" r="20"/></g>
<g id="tm-disc-now"><circle class="tm-disc now" r="20"/></g>
<g id="tm-disc-later"><circle class="tm-disc later" r="20"/></g>
<g id="tm-disc-wait"><circle class="tm-disc wait" r="17"/></g>
<g id="tm-bar"><circle class="tm-bad-disc" r="17"/><path class="tm-bad-line thick" d="M-8.5 0H8.5"/></g>
<g id="tm-gate"><path class="tm-gate" d="M-46-50H46"/><path class="tm-chevron" d="M-10-61L0-71 10-61"/></g>
<g id="tm-wall"><path class="tm-wall" d="M-50-50H50"/></g>
`;
