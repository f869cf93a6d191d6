"use strict";(self.rspackChunkag_notebook=self.rspackChunkag_notebook||[]).push([["style_index_js"],{11(a,n,e){var r=e(12),t=e.n(r),o=e(13),i=(e.n(o))()(t());i.push([a.id,`/* The view of a report. Colours are the theme's; line marks are those of Okabe and Ito, at least 3:1 on white and on dark grey. */

.agn-output {
  padding: 4px 0;
}

.agn-report {
  --agn-text: var(--jp-content-font-color1, #1f1f1f);
  --agn-soft: var(--jp-content-font-color2, #595959);
  --agn-ground: var(--jp-layout-color0, #fff);
  --agn-raised: var(--jp-layout-color1, #fff);
  --agn-line: var(--jp-border-color1, #bdbdbd);
  --agn-focus: var(--jp-brand-color1, #1976d2);
  --agn-chosen: color-mix(in srgb, var(--agn-focus) 16%, transparent);
  --agn-mono: var(--jp-code-font-family, monospace);
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

.agn-report :focus-visible {
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
  flex: 1 1 220px;
  max-width: 420px;
}

.agn-report :is(input[type='search'], select, button) {
  background: var(--agn-raised);
  border: 1px solid var(--agn-line);
  border-radius: 3px;
  color: var(--agn-text);
  font: inherit;
  padding: 1px 6px;
}

.agn-report button {
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

.agn-search[aria-invalid='true'] {
  border-color: #d55e00;
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

.agn-tabs {
  display: none;
  gap: 4px;
}

.agn-tabs [aria-selected='true'] {
  border-bottom: 3px solid var(--agn-focus);
  font-weight: 600;
}

@container agn (max-width: 899px) {
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

@container agn (max-width: 899px) {
  [data-pane='source'] .agn-pane-source,
  [data-pane='generated'] .agn-pane-generated,
  [data-pane='graph'] .agn-pane-graph {
    display: flex;
  }
}

.agn-code,
.agn-canvas {
  background: var(--agn-ground);
  border: 1px solid var(--agn-line);
  height: 380px;
  overflow: auto;
}

.agn-row {
  border-left: 4px solid transparent;
  display: flex;
  font-family: var(--agn-mono);
  font-size: 12px;
  line-height: 1.5;
  min-width: max-content;
  padding-left: 4px;
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

.agn-details {
  border: 1px solid var(--agn-line);
  margin-top: 6px;
  max-height: 220px;
  overflow: auto;
  padding: 2px 8px;
}

.agn-details p {
  margin: 2px 0;
}

.agn-details :is(th, td) {
  padding: 1px 10px 1px 0;
  text-align: left;
  vertical-align: top;
}

.agn-said {
  block-size: 1px;
  inline-size: 1px;
  clip-path: inset(50%);
  overflow: hidden;
  position: absolute;
}

/* graph */

.agn-graph {
  display: flex;
  flex-direction: column;
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
`,""]),e.d(n,{},{A:i})},13(a){a.exports=function(a){var n=[];return n.toString=function(){return this.map(function(n){var e="",r=void 0!==n[5];return n[4]&&(e+="@supports (".concat(n[4],") {")),n[2]&&(e+="@media ".concat(n[2]," {")),r&&(e+="@layer".concat(n[5].length>0?" ".concat(n[5]):""," {")),e+=a(n),r&&(e+="}"),n[2]&&(e+="}"),n[4]&&(e+="}"),e}).join("")},n.i=function(a,e,r,t,o){"string"==typeof a&&(a=[[null,a,void 0]]);var i={};if(r)for(var g=0;g<this.length;g++){var s=this[g][0];null!=s&&(i[s]=!0)}for(var l=0;l<a.length;l++){var d=[].concat(a[l]);r&&i[d[0]]||(void 0!==o&&(void 0===d[5]||(d[1]="@layer".concat(d[5].length>0?" ".concat(d[5]):""," {").concat(d[1],"}")),d[5]=o),e&&(d[2]&&(d[1]="@media ".concat(d[2]," {").concat(d[1],"}")),d[2]=e),t&&(d[4]?(d[1]="@supports (".concat(d[4],") {").concat(d[1],"}"),d[4]=t):d[4]="".concat(t)),n.push(d))}},n}},12(a){a.exports=function(a){return a[1]}},5(a){var n=[];function e(a){for(var e=-1,r=0;r<n.length;r++)if(n[r].identifier===a){e=r;break}return e}function r(a,r){for(var t={},o=[],i=0;i<a.length;i++){var g=a[i],s=r.base?g[0]+r.base:g[0],l=t[s]||0,d="".concat(s," ").concat(l);t[s]=l+1;var p=e(d),c={css:g[1],media:g[2],sourceMap:g[3],supports:g[4],layer:g[5]};if(-1!==p)n[p].references++,n[p].updater(c);else{var u=function(a,n){var e=n.domAPI(n);return e.update(a),function(n){n?(n.css!==a.css||n.media!==a.media||n.sourceMap!==a.sourceMap||n.supports!==a.supports||n.layer!==a.layer)&&e.update(a=n):e.remove()}}(c,r);r.byIndex=i,n.splice(i,0,{identifier:d,updater:u,references:1})}o.push(d)}return o}a.exports=function(a,t){var o=r(a=a||[],t=t||{});return function(a){a=a||[];for(var i=0;i<o.length;i++){var g=e(o[i]);n[g].references--}for(var s=r(a,t),l=0;l<o.length;l++){var d=e(o[l]);0===n[d].references&&(n[d].updater(),n.splice(d,1))}o=s}}},7(a){var n={};a.exports=function(a,e){var r=function(a){if(void 0===n[a]){var e=document.querySelector(a);if(window.HTMLIFrameElement&&e instanceof window.HTMLIFrameElement)try{e=e.contentDocument.head}catch(a){e=null}n[a]=e}return n[a]}(a);if(!r)throw Error("Couldn't find a style target. This probably means that the value for the 'insert' parameter is invalid.");r.appendChild(e)}},9(a){a.exports=function(a){var n=document.createElement("style");return a.setAttributes(n,a.attributes),a.insert(n,a.options),n}},8(a,n,e){a.exports=function(a){var n=e.nc;n&&a.setAttribute("nonce",n)}},6(a){a.exports=function(a){if("u"<typeof document)return{update:function(){},remove:function(){}};var n=a.insertStyleElement(a);return{update:function(e){var r,t,o;r="",e.supports&&(r+="@supports (".concat(e.supports,") {")),e.media&&(r+="@media ".concat(e.media," {")),(t=void 0!==e.layer)&&(r+="@layer".concat(e.layer.length>0?" ".concat(e.layer):""," {")),r+=e.css,t&&(r+="}"),e.media&&(r+="}"),e.supports&&(r+="}"),(o=e.sourceMap)&&"u">typeof btoa&&(r+="\n/*# sourceMappingURL=data:application/json;base64,".concat(btoa(unescape(encodeURIComponent(JSON.stringify(o))))," */")),a.styleTagTransform(r,n,a.options)},remove:function(){var a;null===(a=n).parentNode||a.parentNode.removeChild(a)}}}},10(a){a.exports=function(a,n){if(n.styleSheet)n.styleSheet.cssText=a;else{for(;n.firstChild;)n.removeChild(n.firstChild);n.appendChild(document.createTextNode(a))}}},4(a,n,e){var r=e(5),t=e.n(r),o=e(6),i=e.n(o),g=e(7),s=e.n(g),l=e(8),d=e.n(l),p=e(9),c=e.n(p),u=e(10),f=e.n(u),m=e(11),x={};x.styleTagTransform=f(),x.setAttributes=d(),x.insert=s().bind(null,"head"),x.domAPI=i(),x.insertStyleElement=c(),t()(m.A,x),m.A&&m.A.locals&&m.A.locals}}]);