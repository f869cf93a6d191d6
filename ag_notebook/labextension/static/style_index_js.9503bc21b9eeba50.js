"use strict";(self.rspackChunkag_notebook=self.rspackChunkag_notebook||[]).push([["style_index_js"],{14(a,n,e){var r=e(12),o=e.n(r),t=e(13),i=(e.n(t))()(o());i.push([a.id,`/* What is around views: the magic's line in editors, the panel, the bar of a running cell. */

/* These lie inside of the marks of the language, which takes the line for an expression. */
[class^='agn-magic-'] {
  font-style: normal;
  font-weight: normal;
}

.agn-magic-magic {
  color: var(--jp-mirror-editor-keyword-color, #008000);
  font-weight: bold;
}

.agn-magic-option {
  color: var(--jp-mirror-editor-attribute-color, #00c);
}

.agn-magic-value {
  color: var(--jp-mirror-editor-number-color, #080);
}

.agn-magic-string {
  color: var(--jp-mirror-editor-string-color, #ba2121);
}

.agn-magic-name {
  color: var(--jp-mirror-editor-variable-color, #212121);
}

.agn-magic-unknown {
  color: var(--jp-mirror-editor-error-color, #f00);
  text-decoration: underline wavy var(--jp-mirror-editor-error-color, #f00);
}

.agn-inspector {
  background: var(--jp-layout-color1, #fff);
  color: var(--jp-content-font-color1, #1f1f1f);
  font-size: 13px;
  min-width: 220px;
  overflow: auto;
}

.agn-inspected {
  padding: 8px 12px;
}

.agn-inspected :is(h3, h4) {
  font-size: 13px;
  font-weight: 600;
  margin: 6px 0;
}

.agn-inspected :is(code, pre) {
  font-family: var(--jp-code-font-family, monospace);
  font-size: 12px;
}

.agn-inspected .agn-made {
  background: var(--jp-layout-color2, #eee);
  margin: 4px 0;
  overflow-wrap: anywhere;
  padding: 4px 6px;
  white-space: pre-wrap;
}

.agn-soft {
  color: var(--jp-content-font-color2, #595959);
}

.agn-running {
  align-items: center;
  display: flex;
  font-size: 13px;
  gap: 8px;
  padding: 4px 8px 4px var(--jp-cell-prompt-width, 64px);
}

.agn-running button {
  background: var(--jp-layout-color1, #fff);
  border: 1px solid var(--jp-border-color1, #bdbdbd);
  border-radius: 3px;
  color: var(--jp-content-font-color1, #1f1f1f);
  cursor: pointer;
  font: inherit;
  padding: 1px 6px;
}

.agn-live {
  display: inline-flex;
  gap: 6px;
}

.agn-live button:disabled {
  cursor: default;
  opacity: 0.5;
}
`,""]),e.d(n,{},{A:i})},11(a,n,e){var r=e(12),o=e.n(r),t=e(13),i=(e.n(t))()(o());i.push([a.id,`/* The view of a report. Colours are the theme's; line marks are those of Okabe and Ito, at least 3:1 on white and on dark grey. */

.agn-output {
  padding: 4px 0;
}

:is(.agn-report, .agn-inspector) {
  --agn-text: var(--jp-content-font-color1, #1f1f1f);
  --agn-soft: color-mix(in srgb, var(--agn-text) 70%, var(--agn-ground)); /* 4.5:1 also on what is chosen */
  --agn-ground: var(--jp-layout-color0, #fff);
  --agn-raised: var(--jp-layout-color1, #fff);
  --agn-line: var(--jp-border-color1, #bdbdbd);
  --agn-focus: var(--jp-brand-color1, #1976d2);
  --agn-chosen: color-mix(in srgb, var(--agn-focus) 16%, transparent);
  --agn-mono: var(--jp-code-font-family, monospace);
}

.agn-report {
  color: var(--agn-text);
  container: agn / inline-size;
  font-size: 13px;
  position: relative;
}

.agn-report :is(h3, h4) {
  font-size: 12px;
  font-weight: 600;
  margin: 4px 0;
}

:is(.agn-report, .agn-inspector) :focus-visible {
  outline: 2px solid var(--agn-focus);
  outline-offset: -2px;
}

.agn-head,
.agn-toolbar,
.agn-passes,
.agn-bar,
.agn-tools {
  align-items: center;
  display: flex;
  flex-wrap: wrap;
  gap: 6px 10px;
}

.agn-bar {
  justify-content: space-between;
}

.agn-toolbar {
  flex-basis: 100%;
}

.agn-search {
  flex: 1 1 170px;
  max-width: 420px;
}

:is(.agn-report, .agn-inspector) :where(input[type='search'], select, button) {
  background: var(--agn-raised);
  border: 1px solid var(--agn-line);
  border-radius: 3px;
  color: var(--agn-text);
  font: inherit;
  padding: 1px 6px;
}

:is(.agn-report, .agn-inspector) button {
  cursor: pointer;
}

.agn-report .agn-link,
.agn-report .agn-crumb {
  background: none;
  border: 0;
  color: var(--jp-content-link-color, #1565c0);
  padding: 0 4px 0 0;
  text-decoration: underline;
}

.agn-report .agn-probe .agn-link {
  padding: 0;
}

.agn-search[aria-invalid='true'] {
  border-color: #d55e00;
}

.agn-legend {
  align-items: center;
  display: flex;
  flex-wrap: wrap;
  font-size: 12px;
  gap: 0 10px;
  min-height: 22px; /* as the bars of the panes beside it */
}

.agn-legend,
.agn-found,
.agn-summary,
.agn-status {
  color: var(--agn-soft);
}

.agn-sides {
  display: grid;
  gap: 4px 16px;
  grid-auto-columns: minmax(0, 1fr);
  grid-auto-flow: column;
}

.agn-note {
  border: 1px solid var(--agn-line);
  border-left: 6px solid #888;
  margin: 4px 0;
  padding: 3px 8px;
}

.agn-warning {
  border-left-color: #9a7400;
}

.agn-error {
  border-left-color: #d55e00;
}

/* panes */

.agn-panes {
  display: grid;
  gap: 8px;
  grid-template-columns: minmax(0, 1fr) minmax(0, 1fr) minmax(0, 1.2fr);
  margin-top: 4px;
}

.agn-panes[data-panes='2'] {
  grid-template-columns: minmax(0, 1fr) minmax(0, 1fr);
}

.agn-panes[data-panes='1'] {
  grid-template-columns: minmax(0, 1fr);
}

.agn-pane {
  display: flex;
  flex-direction: column;
  min-width: 0;
}

.agn-tabs,
.agn-beside {
  display: none;
  gap: 4px;
}

.agn-report [role='tab'][aria-selected='true'] {
  background: var(--agn-chosen);
  border-bottom: 3px solid var(--agn-focus);
  font-weight: 600;
}

/* The source, and one of the others beside it. */
@container agn (min-width: 740px) and (max-width: 899px) {
  .agn-panes[data-panes='3'] {
    gap: 0 8px;
    grid-template-columns: minmax(0, 1fr) minmax(0, 1fr);
    grid-template-rows: auto 1fr;
  }

  .agn-panes[data-panes='3'] .agn-beside {
    display: flex;
    grid-area: 1 / 2;
  }

  .agn-panes[data-panes='3'] .agn-pane-source {
    grid-area: 1 / 1 / span 2;
  }

  .agn-panes[data-panes='3'] :is(.agn-pane-generated, .agn-pane-graph) {
    grid-area: 2 / 2;
  }

  .agn-panes[data-panes='3'] :is(.agn-pane-generated, .agn-pane-graph) h3,
  .agn-report[data-beside='graph'] .agn-panes[data-panes='3'] .agn-pane-generated,
  .agn-report[data-beside='generated'] .agn-panes[data-panes='3'] .agn-pane-graph {
    display: none;
  }
}

/* One at a time. */
@container agn (max-width: 739px) {
  .agn-tabs {
    display: flex;
  }

  .agn-panes[data-panes] {
    grid-template-columns: minmax(0, 1fr);
  }

  .agn-pane {
    display: none;
  }

  .agn-report[data-pane] .agn-pane h3 {
    display: none;
  }
}

@container agn (max-width: 739px) {
  .agn-report[data-pane='source'] .agn-pane-source,
  .agn-report[data-pane='generated'] .agn-pane-generated,
  .agn-report[data-pane='graph'] .agn-pane-graph {
    display: flex;
  }
}

.agn-graph {
  display: flex;
  flex: 1 1 auto;
  flex-direction: column;
}

.agn-code,
.agn-canvas {
  background: var(--agn-ground);
  border: 1px solid var(--agn-line);
  flex: 1 0 auto;
  height: 400px;
  overflow: auto;
}

/* As high as its lines and a scroll bar, up to a height from which it scrolls. */
.agn-code {
  flex: 1 1 min(400px, calc(var(--agn-lines, 22) * 18px + 20px));
  height: auto;
}

/* Code that no graph stands beside is as high as its lines. */
.agn-panes:not(:has(.agn-pane-graph)) .agn-code {
  flex: 1 1 auto;
  height: auto;
  max-height: 400px;
}

/* A pane that is seen alone is as high as its code, so that what is said of it is in sight. */
@container agn (max-width: 739px) {
  .agn-code {
    flex: 0 1 auto;
    height: auto;
    max-height: 400px;
  }
}

.agn-rows {
  min-width: max-content;
}

.agn-row {
  border-left: 4px solid transparent;
  box-sizing: border-box;
  contain: layout style;
  display: flex;
  font-family: var(--agn-mono);
  font-size: 12px;
  height: 18px; /* as ROW_HEIGHT says */
  line-height: 18px;
  padding-left: 4px;
}

.agn-long {
  contain: strict;
  font-family: var(--agn-mono);
  font-size: 12px;
  position: relative;
}

.agn-long .agn-row {
  left: 0;
  min-width: 100%;
  position: absolute;
}

.agn-row[aria-selected='true'] {
  background: var(--agn-chosen);
}

.agn-hit {
  text-decoration: underline wavy var(--agn-focus);
}

.agn-number,
.agn-ops {
  color: var(--agn-soft);
  flex: 0 0 3.2ch;
  text-align: right;
}

.agn-letter {
  flex: 0 0 3.4ch;
  font-weight: 700;
  text-align: center;
}

.agn-time {
  color: var(--agn-soft);
  flex: 0 0 7ch;
  text-align: right;
}

.agn-asked .agn-letter {
  cursor: pointer;
  outline: 1px dashed var(--agn-line);
  outline-offset: -2px;
}

.agn-right .agn-letter {
  background: color-mix(in srgb, #009e73 22%, transparent);
}

.agn-wrong .agn-letter {
  background: color-mix(in srgb, #d55e00 22%, transparent);
}

.agn-item {
  cursor: pointer;
}

.agn-outline .agn-fold {
  flex: 0 0 2ch;
  text-align: center;
}

.agn-change {
  flex: 0 0 2ch;
  font-weight: 700;
}

.agn-sign {
  flex: 0 0 2ch;
  font-weight: 700;
  text-align: center;
}

.agn-text {
  padding-left: 1ch;
  white-space: pre;
}

.agn-remark {
  color: var(--agn-soft);
  padding-left: 3ch;
  white-space: pre;
}

.agn-scaffold .agn-text {
  color: var(--agn-soft);
}

.agn-added {
  background: color-mix(in srgb, #009e73 18%, transparent);
}

.agn-removed {
  background: color-mix(in srgb, #d55e00 18%, transparent);
}

.agn-below {
  display: flex;
  flex-wrap: wrap;
  gap: 8px;
  margin-top: 6px;
}

.agn-part {
  border: 1px solid var(--agn-line);
  box-sizing: border-box;
  flex: 1 1 300px;
  max-height: 240px;
  min-width: 0;
  overflow: auto;
  padding: 2px 8px;
}

.agn-part[hidden] {
  display: none;
}

:is(.agn-part, .agn-inspected) p {
  margin: 2px 0;
}

:is(.agn-part, .agn-inspected) ul {
  margin: 2px 0;
  padding-left: 20px;
}

:is(.agn-report .agn-part, .agn-inspected) :is(th, td) {
  background: none;
  border: 0;
  max-width: 480px;
  overflow-wrap: anywhere;
  padding: 1px 10px 1px 0;
  text-align: left;
  vertical-align: baseline;
  white-space: normal;
}

:is(.agn-report .agn-part, .agn-inspected) th {
  white-space: nowrap;
}

.agn-report code {
  background: none;
  color: inherit;
  font-family: var(--agn-mono);
  font-size: 12px;
  line-height: inherit;
  padding: 0;
}

:is(.agn-report .agn-part, .agn-inspected) table {
  border: 0;
  font-size: 12px;
  margin: 0;
}

.agn-shown th::before {
  content: '▸ ';
}

.agn-spark {
  background: var(--agn-ground);
  border: 1px solid var(--agn-line);
  display: block;
  margin: 4px 0;
}

.agn-band {
  fill: color-mix(in srgb, var(--agn-focus) 25%, transparent);
}

.agn-curve {
  fill: none;
  stroke: var(--agn-focus);
  stroke-width: 1.5;
}

.agn-quiz {
  align-items: center;
  background: var(--agn-chosen);
  border: 1px solid var(--agn-line);
  display: flex;
  flex-wrap: wrap;
  gap: 6px 10px;
  margin: 4px 0;
  padding: 4px 8px;
}

.agn-quiz[hidden],
.agn-quizzing .agn-note {
  display: none;
}

.agn-quiz [aria-pressed='true'] {
  border-color: var(--agn-focus);
  font-weight: 700;
}

.agn-report :disabled {
  cursor: default;
  opacity: 0.55;
}

.agn-said {
  block-size: 1px;
  inline-size: 1px;
  clip-path: inset(50%);
  overflow: hidden;
  position: absolute;
}

/* graph */

.agn-report :is(.agn-canvas, .agn-outline)[hidden] {
  display: none;
}

.agn-colours {
  display: flex;
  flex-wrap: wrap;
  gap: 2px 12px;
}

.agn-key::before {
  background: var(--agn-mark);
  content: '';
  display: inline-block;
  height: 10px;
  margin-right: 4px;
  width: 10px;
}

.agn-canvas {
  cursor: grab;
  overflow: hidden;
  touch-action: none;
}

.agn-picture {
  display: block;
  font-family: var(--agn-mono);
  font-size: 12px;
  height: 100%;
  user-select: none;
  width: 100%;
}

.agn-picture text {
  fill: var(--agn-text);
}

.agn-name {
  font-weight: 700;
  text-anchor: middle;
}

.agn-detail {
  text-anchor: middle;
}

.agn-picture .agn-title,
.agn-picture .agn-detail {
  fill: var(--agn-soft);
}

.agn-fold {
  cursor: pointer;
  font-weight: 700;
}

.agn-cluster {
  fill: none;
  stroke: var(--agn-line);
}

.agn-arrow {
  fill: none;
  stroke: var(--agn-soft);
  stroke-width: 1.2;
}

.agn-carried,
.agn-recursion {
  stroke-dasharray: 5 3;
}

.agn-control {
  stroke-dasharray: 1 3;
}

.agn-tip {
  fill: var(--agn-soft);
}

.agn-back {
  fill: var(--agn-raised);
  stroke: var(--agn-mark);
  stroke-width: 1.6;
}

.agn-edge {
  fill: var(--agn-mark);
}

.agn-badge {
  font-size: 13px;
  font-weight: 700;
  text-anchor: end;
}

.agn-is-added .agn-back {
  fill: color-mix(in srgb, #009e73 18%, var(--agn-raised));
}

.agn-is-removed .agn-back {
  fill: color-mix(in srgb, #d55e00 18%, var(--agn-raised));
  stroke-dasharray: 6 3;
}

.agn-is-changed .agn-back {
  fill: color-mix(in srgb, #9a7400 18%, var(--agn-raised));
}

.agn-selected .agn-back {
  fill: color-mix(in srgb, var(--agn-focus) 16%, var(--agn-raised));
  stroke-width: 3;
}

.agn-chosen .agn-back {
  stroke: var(--agn-focus);
}

.agn-box {
  cursor: pointer;
}

.agn-box:focus-visible {
  outline: none;
}

.agn-box:focus-visible .agn-back {
  stroke: var(--agn-focus);
  stroke-dasharray: 4 2;
  stroke-width: 3;
}

.agn-box.agn-hit .agn-name {
  text-decoration: underline;
}

/* marks: a colour, and the second and third time around a wider bar */

.agn-unmarked {
  --agn-mark: #888;
}

.agn-colour-0 {
  --agn-mark: #0072b2;
}

.agn-colour-1 {
  --agn-mark: #d55e00;
}

.agn-colour-2 {
  --agn-mark: #009e73;
}

.agn-colour-3 {
  --agn-mark: #b8609a;
}

.agn-colour-4 {
  --agn-mark: #9a7400;
}

.agn-colour-5 {
  --agn-mark: #2e8fc4;
}

.agn-colour-6 {
  --agn-mark: #7d7d00;
}

.agn-colour-7 {
  --agn-mark: #808080;
}

.agn-row:not(.agn-unmarked) {
  border-left-color: var(--agn-mark);
}

.agn-row.agn-width-1 {
  border-left-width: 8px;
  padding-left: 0;
}

.agn-row.agn-width-2 {
  border-left-style: double;
  border-left-width: 8px;
  padding-left: 0;
}

/* from short to long */

.agn-heat-0 {
  --agn-mark: #8c8c8c;
}

.agn-heat-1 {
  --agn-mark: #9a7400;
}

.agn-heat-2 {
  --agn-mark: #b86e00;
}

.agn-heat-3 {
  --agn-mark: #d55e00;
}

.agn-heat-4 {
  --agn-mark: #c22f2f;
}

.agn-letter-g {
  --agn-mark: #0072b2;
}

.agn-letter-p {
  --agn-mark: #d55e00;
}

.agn-letter-u {
  --agn-mark: #b8609a;
}

.agn-letter-c,
.agn-letter-none {
  --agn-mark: #888;
}

/* what lies over the view */

/* There is room for the keys also in a view that is low. */
.agn-report:has(> .agn-help) {
  min-height: 760px;
}

.agn-report:has(> .agn-menu) {
  min-height: 110px;
}

.agn-help,
.agn-menu {
  background: var(--agn-raised);
  border: 1px solid var(--agn-line);
  box-shadow: 0 2px 10px rgb(0 0 0 / 30%);
  display: flex;
  gap: 6px;
  left: 50%;
  max-height: 90%;
  overflow: auto;
  padding: 10px;
  position: absolute;
  top: 40px;
  transform: translateX(-50%);
  z-index: 10;
}

.agn-help th {
  padding-right: 12px;
  text-align: right;
}

@media (prefers-reduced-motion: no-preference) {
  .agn-back {
    transition: stroke-width 80ms;
  }
}

/* Where the reader chose the colours, pictures take them too, and what is selected is not told by a shade. */
@media (forced-colors: active) {
  :is(.agn-report, .agn-inspector) {
    --agn-text: CanvasText;
    --agn-soft: CanvasText;
    --agn-ground: Canvas;
    --agn-raised: Canvas;
    --agn-line: CanvasText;
    --agn-focus: Highlight;
  }

  .agn-row[aria-selected='true'],
  .agn-row[aria-selected='true'] > span {
    background: Highlight;
    color: HighlightText;
    forced-color-adjust: none;
  }

  .agn-key::before {
    forced-color-adjust: none;
  }
}
`,""]),e.d(n,{},{A:i})},13(a){a.exports=function(a){var n=[];return n.toString=function(){return this.map(function(n){var e="",r=void 0!==n[5];return n[4]&&(e+="@supports (".concat(n[4],") {")),n[2]&&(e+="@media ".concat(n[2]," {")),r&&(e+="@layer".concat(n[5].length>0?" ".concat(n[5]):""," {")),e+=a(n),r&&(e+="}"),n[2]&&(e+="}"),n[4]&&(e+="}"),e}).join("")},n.i=function(a,e,r,o,t){"string"==typeof a&&(a=[[null,a,void 0]]);var i={};if(r)for(var g=0;g<this.length;g++){var s=this[g][0];null!=s&&(i[s]=!0)}for(var p=0;p<a.length;p++){var l=[].concat(a[p]);r&&i[l[0]]||(void 0!==t&&(void 0===l[5]||(l[1]="@layer".concat(l[5].length>0?" ".concat(l[5]):""," {").concat(l[1],"}")),l[5]=t),e&&(l[2]&&(l[1]="@media ".concat(l[2]," {").concat(l[1],"}")),l[2]=e),o&&(l[4]?(l[1]="@supports (".concat(l[4],") {").concat(l[1],"}"),l[4]=o):l[4]="".concat(o)),n.push(l))}},n}},12(a){a.exports=function(a){return a[1]}},5(a){var n=[];function e(a){for(var e=-1,r=0;r<n.length;r++)if(n[r].identifier===a){e=r;break}return e}function r(a,r){for(var o={},t=[],i=0;i<a.length;i++){var g=a[i],s=r.base?g[0]+r.base:g[0],p=o[s]||0,l="".concat(s," ").concat(p);o[s]=p+1;var d=e(l),c={css:g[1],media:g[2],sourceMap:g[3],supports:g[4],layer:g[5]};if(-1!==d)n[d].references++,n[d].updater(c);else{var f=function(a,n){var e=n.domAPI(n);return e.update(a),function(n){n?(n.css!==a.css||n.media!==a.media||n.sourceMap!==a.sourceMap||n.supports!==a.supports||n.layer!==a.layer)&&e.update(a=n):e.remove()}}(c,r);r.byIndex=i,n.splice(i,0,{identifier:l,updater:f,references:1})}t.push(l)}return t}a.exports=function(a,o){var t=r(a=a||[],o=o||{});return function(a){a=a||[];for(var i=0;i<t.length;i++){var g=e(t[i]);n[g].references--}for(var s=r(a,o),p=0;p<t.length;p++){var l=e(t[p]);0===n[l].references&&(n[l].updater(),n.splice(l,1))}t=s}}},7(a){var n={};a.exports=function(a,e){var r=function(a){if(void 0===n[a]){var e=document.querySelector(a);if(window.HTMLIFrameElement&&e instanceof window.HTMLIFrameElement)try{e=e.contentDocument.head}catch(a){e=null}n[a]=e}return n[a]}(a);if(!r)throw Error("Couldn't find a style target. This probably means that the value for the 'insert' parameter is invalid.");r.appendChild(e)}},9(a){a.exports=function(a){var n=document.createElement("style");return a.setAttributes(n,a.attributes),a.insert(n,a.options),n}},8(a,n,e){a.exports=function(a){var n=e.nc;n&&a.setAttribute("nonce",n)}},6(a){a.exports=function(a){if("u"<typeof document)return{update:function(){},remove:function(){}};var n=a.insertStyleElement(a);return{update:function(e){var r,o,t;r="",e.supports&&(r+="@supports (".concat(e.supports,") {")),e.media&&(r+="@media ".concat(e.media," {")),(o=void 0!==e.layer)&&(r+="@layer".concat(e.layer.length>0?" ".concat(e.layer):""," {")),r+=e.css,o&&(r+="}"),e.media&&(r+="}"),e.supports&&(r+="}"),(t=e.sourceMap)&&"u">typeof btoa&&(r+="\n/*# sourceMappingURL=data:application/json;base64,".concat(btoa(unescape(encodeURIComponent(JSON.stringify(t))))," */")),a.styleTagTransform(r,n,a.options)},remove:function(){var a;null===(a=n).parentNode||a.parentNode.removeChild(a)}}}},10(a){a.exports=function(a,n){if(n.styleSheet)n.styleSheet.cssText=a;else{for(;n.firstChild;)n.removeChild(n.firstChild);n.appendChild(document.createTextNode(a))}}},4(a,n,e){var r=e(5),o=e.n(r),t=e(6),i=e.n(t),g=e(7),s=e.n(g),p=e(8),l=e.n(p),d=e(9),c=e.n(d),f=e(10),h=e.n(f),u=e(11),x={};x.styleTagTransform=h(),x.setAttributes=l(),x.insert=s().bind(null,"head"),x.domAPI=i(),x.insertStyleElement=c(),o()(u.A,x),u.A&&u.A.locals&&u.A.locals;var m=e(14),b={};b.styleTagTransform=h(),b.setAttributes=l(),b.insert=s().bind(null,"head"),b.domAPI=i(),b.insertStyleElement=c(),o()(m.A,b),m.A&&m.A.locals&&m.A.locals}}]);