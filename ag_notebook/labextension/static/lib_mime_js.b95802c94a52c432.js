"use strict";(self.rspackChunkag_notebook=self.rspackChunkag_notebook||[]).push([["lib_mime_js"],{2(e,t,s){s.r(t),s.d(t,{ReportRenderer:()=>Y,STATE:()=>X,default:()=>V});var i=s(3);s(4);let n="cluster_";function a(e){return e.trim().split(/[ ,]+/).map(Number)}class o{worker=null;waiting=new Map;count=0;layout(e){this.worker??=this.start();let t=++this.count;return new Promise((s,i)=>{let n=window.setTimeout(()=>this.end(Error("Its layout takes longer than 10 seconds. Fold some boxes.")),1e4);this.waiting.set(t,{done:s,failed:i,timer:n}),this.worker.postMessage({id:t,dot:e})})}start(){let e=new Worker(new URL(s.p+s.u("lib_layout_layout_worker_js"),s.b));return e.onmessage=({data:e})=>{let t=this.waiting.get(e.id);void 0!==t&&(this.waiting.delete(e.id),window.clearTimeout(t.timer),void 0===e.text?t.failed(Error(e.problem??"Graphviz gave no layout.")):t.done(function(e){let t=JSON.parse(e),[,,s=0,i=0]=a(t.bb),o=new Map,r=new Map,l=new Map;for(let e of t.objects??[])if(l.set(e._gvid,e.name),e.name.startsWith(n)&&void 0!==e.bb){let[t=0,s=0,o=0,l=0]=a(e.bb);r.set(e.name.slice(n.length),{left:t,top:i-l,width:o-t,height:l-s})}else if(void 0!==e.pos){let[t=0,s=0]=a(e.pos),[n,r]=[72*Number(e.width),72*Number(e.height)];o.set(e.name,{left:t-n/2,top:i-s-r/2,width:n,height:r})}let h=(t.edges??[]).filter(e=>void 0!==e.pos&&"invis"!==e.style).map(e=>(function(e,t,s,i,n,o){let r=[],l=null;for(let t of e.split(/\s+/).filter(Boolean)){let e=t.startsWith("e,"),[s=0,i=0]=a(t.replace(/^[es],/,""));e?l=[s,n-i]:t.startsWith("s,")||r.push([s,n-i])}let[h=0,d=0]=void 0===o?[]:a(o);return{source:t,target:s,points:r,tip:l,kind:i,word:void 0===o?null:[h,n-d]}})(e.pos,l.get(e.tail)??"",l.get(e.head)??"",e.class??"",i,e.lp));return{width:s,height:i,boxes:o,frames:r,curves:h}}(e.text)))},e.onerror=e=>this.end(Error(e.message||"The layout program could not be started.")),e}end(e){for(let{failed:t,timer:s}of(this.worker?.terminate(),this.worker=null,this.waiting.values()))window.clearTimeout(s),t(e);this.waiting.clear()}}let r=null,l=e=>(r??=new o).layout(e);var h=s(14);let d=["after","before","diff"];function c(e,t){for(let s=t;s>=0;s--){let t=e.passes[s]?.code;if(t)return t}return e.source.map(e=>({text:e.text,key:e.key,scaffold:!1}))}let p=["line","staged","operation","none"],u={version:1,side:0,function:0,key:null,box:null,open:null,path:[],code:null,optimized:!1,mode:"after",onlyChanged:!0,colour:"line"};function g(e){let t=e.frames?.[0];return void 0===t?null:f(e)?t.id:e.id}function f(e){return"series"===e.kind||"group"===e.kind}function*m(e,t=0){for(let s of e.boxes)for(let e of(yield[s,t],s.frames))yield*m(e,t+1)}function*b(e,t=[]){for(let s of e.boxes){yield[s,t];let e=g(s);for(let i of s.frames??[])yield*b(i,null===e?t:[...t,e])}}class x extends Error{}let v=/^[GU]/,w={key:null,box:null};class y{listeners=[];before=[];now=w;get current(){return this.now}listen(e){this.listeners.push(e)}select(e,t=null){(e.key!==this.now.key||e.box!==this.now.box)&&(this.before.push(this.now),this.before.splice(0,this.before.length-50),this.tell(e,t))}back(){let e=this.before.pop();return void 0!==e&&(this.tell(e,null),!0)}tell(e,t){for(let s of(this.now=e,this.listeners))s(e,t)}}function k(e,t={},...s){return C(document.createElement(e),t,s)}function $(e,t={},...s){return C(document.createElementNS("http://www.w3.org/2000/svg",e),t,s)}function C(e,t,s){for(let[s,i]of Object.entries(t))"function"==typeof i?e.addEventListener(s,i):!0===i?e.setAttribute(s,""):!1!==i&&null!==i&&e.setAttribute(s,String(i));return e.append(...s.filter(e=>null!==e&&!1!==e)),e}function M(e,t,s){return k("button",{type:"button",class:"agn-button",title:t,"aria-label":t,click:s},e)}function S(e,t,s,i){let n=k("select",{class:"agn-select",title:e,"aria-label":e});for(let[e,i]of t)n.append(k("option",{value:e,selected:e===s},i));return n.addEventListener("change",()=>i(n.value)),n}function j(e,t){let[s,i]=[e.getBoundingClientRect(),t.getBoundingClientRect()];s.top<i.top?t.scrollTop-=i.top-s.top+24:s.bottom>i.bottom&&(t.scrollTop+=s.bottom-i.bottom+24)}function E(e){return null===e?["agn-unmarked"]:[`agn-colour-${e%8}`,`agn-width-${Math.floor(e/8)%3}`]}let A={G:"in the graph",P:"decided by Python while tracing",U:"unrolled",".":"not reached",C:"called as is"};function z(e){return A[e.charAt(0)]??"nothing recorded"}class L{options;node;rows=[];focused=0;constructor(e){this.options=e,this.node=k("div",{class:"agn-code",role:"grid","aria-label":e.label,click:e=>this.clicked(e),focusin:e=>this.entered(e)})}source(e){this.fill(e.map(e=>{let t=[`line ${e.number}`,z(e.letter),e.ops?`${e.ops} operations`:""],s=[T("agn-number",String(e.number)),T("agn-letter",e.letter),T("agn-ops",e.ops?String(e.ops):""),T("agn-text",e.text),T("agn-remark",e.remarks.join(" \xb7 "))];return{key:e.key,colour:e.colour,label:[...t.filter(Boolean),e.text.trim()].join(", "),cells:s}}))}generated(e,t){let s=e.some(e=>e.sign),i=0;this.fill(e.map(e=>{i+=+("-"!==e.sign);let n={"+":"added","-":"removed","":""}[e.sign],a=[T("agn-number","-"===e.sign?"":String(i)),T("agn-text",e.text)];s&&a.splice(1,0,T("agn-sign",e.sign));let o=[n,`generated line ${i}`,e.text.trim()].filter(Boolean).join(", "),r=[e.scaffold?"agn-scaffold":"",n?`agn-${n}`:""].filter(Boolean),l=null===e.key?null:t.get(e.key)??null;return{key:e.key,colour:l,label:o,cells:a,classes:r}}))}fill(e){this.rows=e.map(({key:e,colour:t,label:s,cells:i,classes:n},a)=>({key:e,element:k("div",{class:["agn-row",...E(t),...n??[]].join(" "),role:"row","aria-label":s,"aria-selected":"false",tabindex:a?-1:0},...i)})),this.focused=0,this.node.replaceChildren(...this.rows.map(e=>e.element))}select(e,t){let s=-1;this.rows.forEach((t,i)=>{let n=null!==e&&t.key===e;t.element.setAttribute("aria-selected",String(n)),s=n&&s<0?i:s}),s>=0&&this.rows[this.focused]?.key!==e&&this.rove(s),s>=0&&t&&j(this.rows[s].element,this.node)}mark(e){for(let{element:t,key:s}of this.rows)t.classList.toggle("agn-hit",null!==s&&e.has(s))}focus(){this.rows[this.focused]?.element.focus()}move(e){let t=Math.min(Math.max(this.focused+e,0),this.rows.length-1);this.rove(t),this.focus();let s=this.rows[t];void 0!==s&&(j(s.element,this.node),this.options.choose(s.key))}rove(e){this.rows[this.focused]?.element.setAttribute("tabindex","-1"),this.rows[e]?.element.setAttribute("tabindex","0"),this.focused=e}clicked(e){let t=this.rows.findIndex(t=>t.element.contains(e.target));t>=0&&(this.rove(t),this.focus(),this.options.choose(this.rows[t].key))}entered(e){let t=this.rows.findIndex(t=>t.element===e.target);t>=0&&t!==this.focused&&this.rove(t)}}function T(e,t){return k("span",{class:e,role:"gridcell"},t)}function _(e,t){var s;let i,n=e.source.find(e=>e.key===t.key),a=null===e.graph?[]:[...b(e.graph)].map(([e])=>e),o=null===t.box?void 0:a.find(e=>e.id===t.box),r=[];if(void 0!==o&&r.push((i=[["name",(s=o).name??""],["type",(s.types??[]).join(", ")],...s.attributes??[]],k("div",{},k("h4",{},s.op??s.title),k("table",{},...i.filter(([,e])=>e).map(([e,t])=>k("tr",{},k("th",{},e),k("td",{},t))))))),void 0!==n){r.push(k("h4",{},`Line ${n.number}`),k("code",{},n.text.trim())),r.push(k("p",{},`${z(n.letter)}, ${n.ops} ${1===n.ops?"operation":"operations"}`)),r.push(...n.events.map(e=>k("p",{},k("b",{},e.construct),` ${e.decision}`,e.why?`: ${e.why}`:"")));let t=e.passes.flatMap(e=>e.facts.filter(e=>e.key===n.key).map(t=>k("li",{},`${t.text} (${e.name})`)));t.length&&r.push(k("p",{},"Because"),k("ul",{},...t));let s=a.filter(e=>e.key===n.key&&void 0!==e.op&&e!==o);if(s.length){let e=s.slice(0,40).map(e=>k("li",{},`${e.op} ${(e.types??[]).join(", ")}`));s.length>40&&e.push(k("li",{},`… ${s.length-40} more`)),r.push(k("p",{},"Operations"),k("ul",{},...e))}}return r.length?r:[k("p",{},"Choose a line or an operation.")]}function B(e,t){return`${e.replace(/[^\p{L}\p{N}_-]+/gu,"_").replace(/^_+|_+$/g,"").slice(0,60)||"graph"}.${t}`}let N={1:["class=carried","constraint=false"],2:["class=control"],3:["class=recursion","constraint=false",'label="rec"']};function O(e){return 1===e||3===e}function P(e){let t=0;for(let s of e)t+=/[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\u{1f300}-\u{1faff}]/u.test(s)?2:1;return t}function G(e){let t=["digraph {","graph [compound=true nodesep=0.25 ranksep=0.35 fontname=monospace fontsize=12 labeljust=l]"];return[...m(e)].length>=120&&t.push("graph [splines=line nslimit=2 nslimit1=2 mclimit=0.3]"),t.push('node [shape=box fixedsize=true label=""]',"edge [arrowsize=0.7]"),function e(t,s){for(let i of s.boxes){let s="op"!==i.box.kind&&i.open;if(!i.open){t.push(F(i));continue}for(let n of(s||t.push(`subgraph "cluster_${i.id}" {`,'label=""',F(i)),i.frames))t.push(`subgraph "cluster_${n.id}" {`,`label="${"x".repeat(Math.min(P(n.title),60))}"`),e(t,n),t.push("}"),s||t.push(...(function(e){let t=new Set(e.arrows.filter(([,,e])=>!O(e)).map(([,e])=>e));return[...R(e)].map(e=>e.id).filter(e=>!t.has(e)).slice(0,3)})(n).map(e=>`"${i.id}" -> "${e}" [style=invis]`));s||t.push("}")}let i=new Map;for(let e of R(s))e.open&&i.set(e.id,e);for(let[e,n,a]of s.arrows){let s=N[a]??[],o=O(a)?void 0:i.get(e);if(void 0===o)t.push(`"${e}" -> "${n}" [${s.join(" ")}]`);else{let i=[`ltail="cluster_${e}"`,"minlen=2",...s].join(" ");t.push(`"${function e(t){let s=[1,t.id];for(let i of t.frames){let t=new Map;for(let[e,s]of i.arrows.filter(e=>!O(e[2])))t.set(s,[...t.get(s)??[],e]);let n=new Map;for(let a of R(i)){let i=Math.max(1,...(t.get(a.id)??[]).map(e=>n.get(e)??1)),[o,r]=e(a);n.set(a.id,i+o),i+o>s[0]&&(s=[i+o,r])}}return s}(o)[1]}" -> "${n}" [${i}]`)}}}(t,e),[...t,"}"].join("\n")}function F(e){let[t,s]=[Math.round(7.3*Math.max(P(e.title),P(e.detail),6)+22),Math.round(16*(e.detail?2:1)+10)];return`"${e.id}" [width=${(t/72).toFixed(3)} height=${(s/72).toFixed(3)}]`}function*R(e){for(let t of e.boxes)if(t.open&&"op"!==t.box.kind)for(let e of t.frames)yield*R(e);else yield t}class H{options;node;crumbs=k("div",{class:"agn-crumbs"});canvas=k("div",{class:"agn-canvas"});status=k("div",{class:"agn-status",role:"status"});picture=null;content=null;frame=null;open=new Set;chosenOpen=!1;path=[];seen=null;placed=null;boxes=new Map;order=[];focused=null;lines=new Map;colour="line";selected={key:null,box:null};hits=new Set;view={x:0,y:0,scale:1};turn=0;ready=Promise.resolve();constructor(e){this.options=e;let t=k("div",{class:"agn-tools"},M("−","Smaller",()=>this.scale(.8)),M("1:1","Original size",()=>this.to(1)),M("+","Larger",()=>this.scale(1.25)),M("fit","Fit the graph into the pane",()=>this.fit()));this.node=k("div",{class:"agn-graph"},k("div",{class:"agn-bar"},this.crumbs,t),this.canvas,this.status),this.canvas.addEventListener("wheel",e=>this.wheeled(e),{passive:!1}),this.canvas.addEventListener("pointerdown",e=>this.dragged(e)),this.canvas.addEventListener("click",e=>this.clicked(e)),this.canvas.addEventListener("dblclick",e=>this.doubleClicked(e))}show(e,t,s,i){return this.frame=e,this.lines=t,this.chosenOpen=null!==s,this.path=i.filter(t=>null!==e&&[...b(e)].some(([e])=>g(e)===t)),this.open=null===e?new Set:null===s?function(e,t=60){let s=new Set,i=[e],n=e.boxes.length;for(;i.length;){let e=[];for(let a of i)for(let i of a.boxes){let a=g(i),o=(i.frames??[]).reduce((e,t)=>e+t.boxes.length,0);null!==a&&n+o<=t&&(s.add(a),n+=o,e.push(...i.frames))}i=e}return s}(this.root()):new Set(s),this.draw(!0)}colourBy(e){this.colour=e,this.paint()}select(e,t){this.selected={key:e,box:t},this.paint();let s=t??this.order.find(t=>t.box.key===e&&null!==e)?.id;null!=s&&this.boxes.has(s)&&(this.focused=s,this.rove())}mark(e){this.hits=e,this.paint()}async reveal(e,t=[]){let s=t.filter(e=>!this.open.has(e)&&!this.path.includes(e));(s.length||this.path.length&&!this.boxes.has(e))&&(this.path=[],s.forEach(e=>this.open.add(e)),this.chosenOpen=!0,this.tell(),await this.draw(!1));let i=this.placed?.boxes.get(e);void 0!==i&&this.centre(i)}focus(){let e=this.focused??this.order[0]?.id;void 0!==e&&this.boxes.get(e)?.focus()}fold(){let e=this.current();e?.foldable&&this.toggle(e.id)}enter(){let e=this.current();e?.foldable&&this.path.at(-1)!==e.id?this.go([...this.path,e.id]):this.leave()}leave(){this.path.length&&this.go(this.path.slice(0,-1))}move(e){let t=this.order.findIndex(e=>e.id===this.focused),s=this.order[Math.max(t,0)]?.id;if(t>=0&&("up"===e||"down"===e)?s=this.neighbour(this.order[t].id,e)??s:t>=0&&(s=this.order[(t+("right"===e?1:this.order.length-1))%this.order.length]?.id),void 0!==s){this.focused=s,this.rove(),this.boxes.get(s)?.focus(),this.chooseFocused();let e=this.placed?.boxes.get(s);void 0!==e&&this.keepInSight(e)}}chooseFocused(){let e=this.current();void 0!==e&&this.options.choose(e.box.key,e.id)}dot(){return null===this.seen?"":G(this.seen)}svgText(){if(null===this.picture||null===this.placed)return"";let e=this.picture.cloneNode(!0),[t,s]=[this.picture.querySelectorAll("*"),e.querySelectorAll("*")];return t.forEach((e,t)=>{let i=getComputedStyle(e);for(let e of["fill","stroke","stroke-width","stroke-dasharray","font-family","font-size","font-weight"])s[t].style.setProperty(e,i.getPropertyValue(e))}),e.querySelector("g")?.removeAttribute("transform"),e.setAttribute("viewBox",`0 0 ${this.placed.width} ${this.placed.height}`),e.setAttribute("width",String(this.placed.width)),e.setAttribute("height",String(this.placed.height)),new XMLSerializer().serializeToString(e)}root(){return function(e,t){let s=t.at(-1);if(void 0===s)return e;for(let[t]of b(e))if(g(t)===s&&t.frames){let e=1===t.frames.length?t.frames[0]:void 0,i=t.frames.map(e=>({id:"",title:e.title,detail:"",kind:"group",ops:e.ops,key:t.key,frames:[e]}));return e??{id:`in-${s}`,role:"",title:t.title,ops:t.ops,boxes:i,arrows:[]}}return e}(this.frame,this.path)}current(){return this.order.find(e=>e.id===this.focused)}toggle(e){this.open.delete(e)||this.open.add(e),this.chosenOpen=!0,this.tell(),this.draw(!1)}go(e){for(let t of(this.path=e,this.root().boxes)){let e=t.id?null:g(t);null!==e&&this.open.add(e)}this.tell(),this.draw(!0)}tell(){this.options.changed(this.chosenOpen?[...this.open]:null,this.path)}draw(e){let t=++this.turn;return this.ready=this.drawNow(t,e),this.ready}async drawNow(e,t){let s;if(this.showCrumbs(),null===this.frame)return void this.clear("There is no graph: nothing was staged.");let i=function e(t,s){let i=new Map,n=function t(s,i,n,a){let o=[],r=[...s.arrows];for(let l of s.boxes){if(!f(l)||!l.frames?.length){a.set(l.id,n??l.id);let s=null===n&&i.has(l.id);for(let e of l.frames??[])t(e,i,s?null:n??l.id,a);null===n&&o.push(function(t,s){let i=!!t.frames?.length,n=i&&s.has(t.id),a=(t.frames??[]).map(e=>`${e.title||e.role}: ${e.ops} ops`).join(", ");return{id:t.id,box:t,title:t.title,detail:i&&!n?[t.detail,a].filter(Boolean).join(" \xb7 "):t.detail,frames:n?t.frames.map(t=>e(t,s)):[],foldable:i,open:n}}(l,i));continue}let s=g(l),h=null===n&&i.has(s),d=l.frames.map(e=>t(e,i,h?null:n??s,a));if(r.push(...d.flatMap(e=>e.arrows)),h){let e=l.frames.map((e,t)=>({id:e.id,title:e.title,boxes:d[t].boxes,arrows:[]}));o.push({id:s,box:l,title:l.title,detail:"",frames:e,foldable:!0,open:!0})}else if(null===n){let e=l.frames.reduce((e,t)=>e+t.ops,0);o.push({id:s,box:l,title:l.title,detail:`${e} ops`,frames:[],foldable:!0,open:!1})}}return{boxes:o,arrows:r}}(t,s,null,i);return{id:t.id,title:t.title,boxes:n.boxes,arrows:function(e,t){let s=new Map;for(let[i,n,a]of e){let e=t.get(i),o=t.get(n);void 0!==e&&void 0!==o&&(e!==o||i===n||3===a)&&s.set(`${e} ${o} ${a}`,[e,o,a])}return[...s.values()]}(n.arrows,i)}}(this.root(),this.open);this.status.textContent="Laying out …";try{s=await this.options.engine(G(i))}catch(t){e===this.turn&&this.clear(`The graph is not drawn. ${t.message}`);return}e===this.turn&&(this.seen=i,this.placed=s,this.status.textContent="",this.build(i,s),this.paint(),t?this.fit():this.move_())}clear(e){this.canvas.replaceChildren(),this.boxes.clear(),this.order=[],this.status.textContent=e}showCrumbs(){let e=new Map;if(null!==this.frame)for(let[t]of b(this.frame)){let s=g(t);null!==s&&this.path.includes(s)&&e.set(s,t.title)}let t=["graph",...this.path.map(t=>e.get(t)??t)],s=t.map((e,s)=>s===t.length-1?k("span",{"aria-current":"true"},e):k("button",{type:"button",class:"agn-crumb",click:()=>this.go(this.path.slice(0,s))},e));this.crumbs.replaceChildren(...s.flatMap((e,t)=>t?[" › ",e]:[e]))}build(e,t){this.boxes.clear(),this.order=[];let s=$("g");for(let[e,i]of t.frames)s.append($("rect",{class:"agn-cluster","data-frame":e,...I(i),rx:6}));for(let e of t.curves){let[t,...i]=e.points;if(void 0===t)continue;let n=`M${t.map(W).join(",")}C${i.map(e=>e.map(W).join(",")).join(" ")}`;s.append($("path",{class:`agn-arrow agn-${e.kind||"plain"}`,d:n})),null!==e.tip&&s.append($("polygon",{class:"agn-tip",points:function([e,t],[s,i]){let n=Math.atan2(t-i,e-s);return[[e,t],...[.45,-.45].map(s=>[e-7*Math.cos(n+s),t-7*Math.sin(n+s)])].map(e=>e.map(e=>W(e)).join(",")).join(" ")}(e.tip,e.points.at(-1))})),null!==e.word&&s.append($("text",{class:"agn-title",x:e.word[0]-10,y:e.word[1]+4},"rec"))}for(let[i,n]of(this.titles(s,e,t),m(e))){let e=t.boxes.get(i.id);if(void 0!==e){let t=function(e,t,s){let i=t.left+t.width/2,n=[e.box.op&&e.box.op!==e.title?`${e.title} (${e.box.op})`:e.title,e.detail].filter(Boolean).join(", "),a=$("g",{role:"treeitem","data-box":e.id,"aria-label":n,"aria-level":s+1,"aria-expanded":e.foldable?String(e.open):null});if(a.append($("rect",{class:"agn-back",...I(t),rx:5})),a.append($("rect",{class:"agn-edge",x:t.left,y:t.top,width:6,height:t.height})),e.foldable){let s=$("text",{class:"agn-fold",x:t.left+t.width-12,y:t.top+14},e.open?"−":"+");a.append(s)}let o=t.top+(e.detail?16:t.height/2+4);return a.append($("text",{class:"agn-name",x:i,y:o},e.title)),e.detail&&a.append($("text",{class:"agn-detail",x:i,y:o+16},e.detail)),a.append($("title",{},[e.box.op,e.box.name].filter(Boolean).join(" ")||e.title)),a}(i,e,n);this.boxes.set(i.id,t),this.order.push(i),s.append(t)}}this.content=s,this.picture=$("svg",{class:"agn-picture",role:"tree","aria-label":"Graph"},s),this.canvas.replaceChildren(this.picture),null!==this.focused&&this.boxes.has(this.focused)||(this.focused=this.order[0]?.id??null),this.rove()}titles(e,t,s){for(let i of t.boxes)for(let t of i.frames){let i=s.frames.get(t.id);void 0!==i&&t.title&&e.append($("text",{class:"agn-title",x:i.left+8,y:i.top+15},t.title)),this.titles(e,t,s)}}rove(){for(let[e,t]of this.boxes)t.setAttribute("tabindex",e===this.focused?"0":"-1")}paint(){for(let e of this.order){let t=this.boxes.get(e.id),s=null===e.box.key?void 0:this.lines.get(e.box.key),i=this.selected.box===e.id,n=null!==this.selected.key&&this.selected.key===e.box.key,a=["agn-box",`agn-kind-${e.box.kind}`,...this.colours(e,s)];a.push(...Object.entries({"agn-selected":n,"agn-chosen":i,"agn-hit":this.hits.has(e.id)}).flatMap(([e,t])=>t?[e]:[])),t.setAttribute("class",a.join(" ")),t.setAttribute("aria-selected",String(i||n))}}colours(e,t){return"line"===this.colour?E(t?.colour??null):"staged"===this.colour?[`agn-letter-${{G:"g",P:"p",U:"u",C:"c"}[t?.letter.charAt(0)??""]??"none"}`]:"operation"===this.colour?[`agn-colour-${function(e){let t=7;for(let s of e)t=(31*t+s.codePointAt(0))%1000003;return t}(e.box.op??e.box.kind)%8}`]:["agn-unmarked"]}neighbour(e,t){let s,i=this.placed?.boxes.get(e),n=(this.placed?.curves??[]).flatMap(({source:s,target:i})=>"down"===t?s===e?[i]:[]:i===e?[s]:[]),a=(e,s)=>"down"===t?e.top>s.top:e.top<s.top,o=n.find(e=>this.boxes.has(e)&&i&&a(this.placed.boxes.get(e),i));if(void 0!==o||void 0===i)return o;for(let[t,n]of this.placed.boxes)if(t!==e&&a(n,i)){let e=Math.abs(n.top-i.top)+Math.abs(n.left-i.left)/4;s=void 0===s||e<s[0]?[e,t]:s}return s?.[1]}fit(){if(null===this.placed)return;let[e,t]=[this.canvas.clientWidth||480,this.canvas.clientHeight||320],s=Math.min(e/(this.placed.width+16),t/(this.placed.height+16),1);this.view={scale:Math.max(s,.05),x:0,y:8},this.view.x=Math.max((e-this.placed.width*this.view.scale)/2,0),this.move_()}to(e){this.scale(e/this.view.scale)}zoom(e){this.scale(e)}scale(e,t=this.canvas.clientWidth/2,s=this.canvas.clientHeight/2){let i=Math.min(Math.max(this.view.scale*e,.05),4),n=i/this.view.scale;this.view={scale:i,x:t-(t-this.view.x)*n,y:s-(s-this.view.y)*n},this.move_()}centre(e){let{scale:t}=this.view;this.view.x=this.canvas.clientWidth/2-(e.left+e.width/2)*t,this.view.y=this.canvas.clientHeight/2-(e.top+e.height/2)*t,this.move_()}keepInSight(e){let{scale:t,x:s,y:i}=this.view,[n,a]=[e.left*t+s,e.top*t+i];n>=0&&a>=0&&n+e.width*t<=this.canvas.clientWidth&&a+e.height*t<=this.canvas.clientHeight||this.centre(e)}move_(){let{x:e,y:t,scale:s}=this.view;this.content?.setAttribute("transform",`translate(${W(e)} ${W(t)}) scale(${s.toFixed(4)})`)}wheeled(e){if(!e.ctrlKey&&!e.metaKey)return;e.preventDefault();let t=this.canvas.getBoundingClientRect();this.scale(Math.exp(-e.deltaY/400),e.clientX-t.left,e.clientY-t.top)}dragged(e){if(0!==e.button)return;let t={...this.view},s=s=>{this.view.x=t.x+s.clientX-e.clientX,this.view.y=t.y+s.clientY-e.clientY,this.move_()},i=()=>{window.removeEventListener("pointermove",s),window.removeEventListener("pointerup",i)};window.addEventListener("pointermove",s),window.addEventListener("pointerup",i)}at(e){let t=e.target.closest(".agn-box");return this.order.find(e=>this.boxes.get(e.id)===t)}clicked(e){let t=this.at(e);void 0!==t&&(this.focused=t.id,this.rove(),this.boxes.get(t.id).focus(),e.target.closest(".agn-fold")?this.toggle(t.id):this.options.choose(t.box.key,t.id))}doubleClicked(e){let t=this.at(e);t?.foldable&&(this.focused=t.id,this.enter())}}function I(e){return{x:W(e.left),y:W(e.top),width:W(e.width),height:W(e.height)}}function W(e){return Math.round(10*e)/10}let U=[["j","next line","next line"],["k","previous line","previous line"],["ArrowDown","down","next line; in the graph, along the arrows"],["ArrowUp","up","previous line; in the graph, against the arrows"],["ArrowLeft","left","in the graph, the box before"],["ArrowRight","right","in the graph, the next box"],["Enter","counterpart","from a line to its operations, and back"],["Backspace","back","what was selected before"],["[","previous pass","the pass before that changed something"],["]","next pass","the next pass that changed something"],["e","enter","show the graphs inside of a box alone, or leave them"],["f","fold","open or close a box"],["c","colour","colour by another thing"],["/","search","search"],["n","next hit","next hit"],["N","previous hit","hit before"],["0","fit","fit the graph"],["+","larger","larger"],["-","smaller","smaller"],["x","export","save as a file"],["?","help","these keys"],["Escape","leave","leave the view"]],K=["source","generated","graph"],q={line:"line",staged:"staged or Python",operation:"kind of operation",none:"nothing"};class D{report;kept;node;graph;source;generated;selection=new y;search=k("input",{class:"agn-search",type:"search",placeholder:"Search: while, /a.b/, op:If, line:7, staged:no","aria-label":"Search"});found=k("span",{class:"agn-found",role:"status"});said=k("div",{class:"agn-said",role:"status","aria-live":"polite"});passBar=k("div",{class:"agn-passes",role:"toolbar","aria-label":"Passes of the conversion"});about=k("div",{class:"agn-details",role:"region","aria-label":"Details",tabindex:-1});panes;legend=k("div",{class:"agn-legend"});rungs=k("div",{class:"agn-rungs"});tabs=k("div",{class:"agn-tabs",role:"tablist","aria-label":"Panes"});colours;state;hits=[];hit=-1;staged=null;constructor(e,t,s={...u},i=()=>void 0){this.report=e,this.kept=i,this.state=s,this.source=new L({label:"Source",choose:e=>this.selection.select({key:e,box:null},this.source)}),this.generated=new L({label:"Generated code",choose:e=>this.selection.select({key:e,box:null},this.generated)}),this.graph=new H({engine:t,choose:(e,t)=>this.selection.select({key:e,box:t},this.graph),changed:(e,t)=>this.keep({open:e,path:t})}),this.colours=S("Colour by",p.map(e=>[e,`colour: ${q[e]}`]),s.colour,e=>this.colourBy(e)),this.panes={source:J("source","Source",this.source.node),generated:J("generated","Generated",this.passBar,this.generated.node),graph:J("graph","Graph",this.rungs,this.graph.node)},this.selection.listen((e,t)=>this.selected(e.key,e.box,t)),this.search.addEventListener("input",()=>this.searched()),this.search.addEventListener("keydown",e=>{"Enter"===e.key&&this.nextHit(e.shiftKey?-1:1)}),this.node=k("div",{class:"agn-report",id:e.id,role:"region","aria-label":e.title,tabindex:-1},this.head(),k("div",{class:"agn-sides"},...e.sides.map(t=>{var s,i;let n;return s=e.sides.length>1,i=e=>this.selection.select({key:e,box:null}),n=t.notes.map(e=>k("div",{class:`agn-note agn-${e.level}`},k("b",{},`${e.code} ${e.level}`)," ",...e.places.map(e=>null===e.key?k("span",{},`${e.text} `):k("button",{type:"button",class:"agn-link",click:()=>i(e.key)},e.text)),e.more?` and ${e.more} more`:"",` ${e.message}`,e.fix?k("div",{},e.fix):null)),k("div",{class:"agn-side"},s?k("b",{},t.backend):null,function(e){if(null===e.run)return null;let{call:t,value:s,time:i}=e.run,n=s.includes("\n")||s.length>200;return k("div",{class:"agn-run"},k("code",{},t),s&&!n?" = ":"",s?k(n?"pre":"b",{},s):null,` ${i}`)}(t),...n)})),...function(e){let t=[];if(null!==e.checks){let s=e.checks.list.some(e=>"different"===e.state),i=e.checks.list.map(e=>k("tr",{},k("td",{},e.call),k("th",{},e.state),k("td",{},e.said||e.compared.join(", "))));t.push(k("div",{},k("details",{open:s},k("summary",{},e.checks.title),k("table",{},...i))))}return e.omitted&&t.push(k("div",{class:"agn-note"},e.omitted)),t}(e),this.legend,this.tabs,k("div",{class:"agn-panes","data-panes":this.names.length},...this.names.map(e=>this.panes[e])),this.about,this.said),this.node.addEventListener("focusin",()=>window.addEventListener("keydown",this.pressed,!0)),this.node.addEventListener("focusout",()=>window.removeEventListener("keydown",this.pressed,!0)),this.makeTabs(),this.state.side=Math.min(s.side,e.sides.length-1),this.showFunction(Math.min(s.function,this.side.functions.length-1))}get names(){let{show:e}=this.report,t=e.includes("code"),s={source:t,generated:t||e.includes("passes")||e.includes("xla"),graph:e.includes("graph")};return K.filter(e=>s[e])}head(){let e=this.side.functions.map((e,t)=>[String(t),e.name]),t=this.report.sides.map((e,t)=>[String(t),e.backend]),s=k("div",{class:"agn-toolbar",role:"toolbar","aria-label":"View"},t.length>1?S("Back end",t,String(this.state.side),e=>this.showSide(Number(e))):null,e.length>1?S("Function",e,String(this.state.function),e=>this.showFunction(Number(e))):null,this.colours,this.search,this.found,M("save …","Save the graph or the report as a file",()=>this.exportMenu()),M("?","Keys",()=>this.showHelp()));return k("div",{class:"agn-head"},k("b",{},this.report.title),s)}makeTabs(){for(let e of this.names){let t=k("button",{type:"button",role:"tab","aria-selected":String(e===this.names[0]),"data-pane":e},e);t.addEventListener("click",()=>this.showPane(e)),this.tabs.append(t)}this.node.dataset.pane=this.names[0]}showPane(e){for(let t of(this.node.dataset.pane=e,this.tabs.children))t.setAttribute("aria-selected",String(t.dataset.pane===e));"graph"===e&&this.graph.fit()}get side(){return this.report.sides[this.state.side]}showSide(e){this.keep({side:e,open:null,path:[],code:null,optimized:!1,box:null}),this.showFunction(this.state.function)}showFunction(e){let t=this.side.functions[e];if(void 0===t)return;let s=e===this.state.function;this.staged=t,s||this.keep({function:e,key:null,box:null,open:null,path:[],code:null,optimized:!1}),this.legend.textContent=Object.entries(this.side.letters).map(([e,t])=>`${e} ${t}`).join(" \xb7 "),this.source.source(t.source),this.showCode(),this.showGraph(),this.searched(),this.selection.select({key:this.state.key,box:this.state.box},this),this.about.replaceChildren(..._(t,this.selection.current))}get shownGraph(){let e=this.staged;return this.state.optimized&&null!==e.optimized?e.optimized:e.graph}showGraph(){let e=this.staged,t=new Map(e.source.map(e=>[e.key,{colour:e.colour,letter:e.letter}]));this.rungs.replaceChildren(null===e.optimized?"":S("Graph",[["","as traced"],["optimized","optimized"]],this.state.optimized?"optimized":"",e=>{this.keep({optimized:"optimized"===e,open:null,path:[]}),this.showGraph(),this.searched()})),this.graph.colourBy(this.state.colour),this.graph.show(this.shownGraph,t,this.state.open,this.state.path).then(()=>this.remark())}get pass(){let e=Number(/^pass (\d+)$/.exec(this.state.code??"")?.[1]??0/0);return e<this.staged.passes.length?e:null}code(){let e=this.staged,t=e.compiled[Number(/^program (\d+)$/.exec(this.state.code??"")?.[1]??0/0)];if(null!==this.pass){var s,i;let t,n;return s=this.pass,i=this.state.mode,t=c(e,s-1),n=c(e,s),"diff"!==i?("after"===i?n:t).map(e=>({...e,sign:""})):(0,h.E)(t,n,{comparator:(e,t)=>e.text===t.text}).flatMap(e=>e.value.map(t=>({...t,sign:e.added?"+":e.removed?"-":""})))}return(t?.lines??e.generated).map(e=>({...e,sign:""}))}showCode(){var e;let t=this.staged,s=new Map(t.source.map(e=>[e.key,e.colour]));this.generated.generated(this.code(),s),this.generated.select(this.selection.current.key,!1);let i=(e=this.state.onlyChanged,t.passes.flatMap((t,s)=>t.changed||!e?[s]:[])).map(e=>{let s=t.passes[e];return[`pass ${e}`,`${e+1} ${s.name}${s.changed?"":" (no change)"}`]}),n=t.compiled.map((e,t)=>[`program ${t}`,e.name]),a=k("input",{type:"checkbox",checked:this.state.onlyChanged});a.addEventListener("change",()=>{this.keep({onlyChanged:a.checked}),this.showCode()});let o=S("What is shown of a pass",d.map(e=>[e,e]),this.state.mode,e=>{this.keep({mode:e}),this.showCode()});o.disabled=null===this.pass;let r=null===this.pass?"":t.passes[this.pass].summary;this.passBar.replaceChildren(S("Code",[["","the code that ran"],...i,...n],this.state.code??"",e=>this.chooseCode(e||null)),...t.passes.length?[o,k("label",{},a," only changed")]:[],k("span",{class:"agn-summary"},r))}chooseCode(e){this.keep({code:e}),this.showCode(),this.say(null===this.pass?e??"the code that ran":`pass ${this.pass+1}, ${this.staged.passes[this.pass].name}`)}stepPass(e){let t=this.staged;if(t?.passes.length){let s=this.pass??t.passes.length,i=function(e,t,s){for(let i=t+s;i>=0&&i<e.passes.length;i+=s)if(e.passes[i].changed)return i;return t}(t,s,e);i!==s?this.chooseCode(`pass ${i}`):e>0&&this.chooseCode(null)}}selected(e,t,s){this.source.select(e,s!==this.source),this.generated.select(e,s!==this.generated),this.graph.select(e,t),null!==this.staged&&this.about.replaceChildren(..._(this.staged,{key:e,box:t})),this.keep({key:e,box:t});let i=this.staged?.source.find(t=>t.key===e);s!==this&&void 0!==i&&this.say(`line ${i.number} selected`)}counterpart(){let{key:e}=this.selection.current;this.graph.node.contains(document.activeElement)?(this.graph.chooseFocused(),this.showPane("source"),this.source.focus()):null!==e&&(this.showPane("graph"),this.graph.focus())}say(e){this.said.textContent=e}keep(e){let t=JSON.stringify(this.state);this.state={...this.state,...e},JSON.stringify(this.state)!==t&&this.kept(this.state)}colourBy(e){this.colours.value=e,this.keep({colour:e}),this.graph.colourBy(e),this.say(`colours by ${q[e]}`)}searched(){if(this.hits=[],this.hit=-1,this.search.removeAttribute("aria-invalid"),null!==this.staged)try{this.hits=function(e,t,s){if(!e.words.length&&null===e.op&&null===e.line&&null===e.staged)return[];let i=new Map(t.source.map(e=>[e.key,e.number])),n=new Map(t.source.map(e=>[e.key,e.letter])),a=t=>(null===e.line||null!==t&&i.get(t)===e.line)&&(null===e.staged||null!==t&&v.test(n.get(t)??"")===e.staged),o=t=>e.words.every(e=>e(t)),r=[];if(null===e.op){for(let e of t.source)a(e.key)&&o(e.text)&&r.push({key:e.key,box:null,above:[],where:"source"});if(e.words.length)for(let e of t.generated)a(e.key)&&o(e.text)&&r.push({key:e.key,box:null,above:[],where:"generated"})}if(null!==s&&(null!==e.op||e.words.length))for(let[t,i]of b(s)){let s=null===e.op||(t.op??"").toLowerCase().includes(e.op);t.id&&s&&a(t.key)&&o(`${t.title} ${t.detail} ${t.op??""} ${t.name??""}`)&&r.push({key:t.key,box:t.id,above:i,where:"graph"})}return r}(function(e){let t={words:[],op:null,line:null,staged:null};for(let[s]of e.matchAll(/\/(?:[^/\\]|\\.)+\/|\S+/g)){let[,e,i]=/^(op|line|staged):(.*)$/.exec(s)??[];if("op"===e)t.op=i.toLowerCase();else if("line"===e){if(!/^\d+$/.test(i))throw new x(`line:${i} is no line: write a number, as in line:7.`);t.line=Number(i)}else if("staged"===e){if(!["yes","no"].includes(i))throw new x(`staged:${i} is neither staged:yes nor staged:no.`);t.staged="yes"===i}else t.words.push(function(e){let t=/^\/(.+)\/$/.exec(e)?.[1];if(void 0===t){let t=e.toLowerCase();return e=>e.toLowerCase().includes(t)}try{let e=RegExp(t,"iu");return t=>e.test(t)}catch(e){throw new x(`/${t}/ is no regular expression: ${e.message}.`)}}(s))}return t}(this.search.value),this.staged,this.shownGraph),this.found.textContent=this.search.value.trim()?`${this.hits.length} found`:""}catch(e){if(!(e instanceof x))throw e;this.search.setAttribute("aria-invalid","true"),this.found.textContent=e.message}this.remark()}remark(){let e=e=>new Set(this.hits.flatMap(t=>t.where===e&&null!==t.key?[t.key]:[]));this.source.mark(e("source")),this.generated.mark(e("generated")),this.graph.mark(new Set(this.hits.flatMap(e=>null===e.box?[]:[e.box])))}async nextHit(e){if(!this.hits.length)return;this.hit=(this.hit+e+this.hits.length)%this.hits.length;let t=this.hits[this.hit];this.found.textContent=`${this.hit+1}/${this.hits.length}`,null!==t.box&&(await this.graph.reveal(t.box,t.above),this.remark()),this.selection.select({key:t.key,box:t.box})}pressed=e=>{if(!this.node.contains(e.target))return;let t=function(e){if(e.ctrlKey||e.metaKey||e.altKey)return null;let t=e.target;return t.matches("input, textarea, select, [contenteditable]")&&"Escape"!==e.key||"Enter"===e.key&&t.matches("button, summary, a")?null:U.find(([t])=>t===e.key)?.[1]??null}(e);null!==t&&this.do(t)&&(e.preventDefault(),e.stopPropagation())};do(e){let t=this.graph.node.contains(document.activeElement),s=this.generated.node.contains(document.activeElement)?this.generated:this.source;switch(e){case"next line":case"previous line":return(t?this.source:s).move("next line"===e?1:-1),!0;case"up":case"down":if(t)this.graph.move(e);else{if(!s.node.contains(document.activeElement))return!1;s.move("down"===e?1:-1)}return!0;case"left":case"right":return t&&this.graph.move(e),t;case"counterpart":return this.counterpart(),!0;case"back":return this.selection.back(),!0;case"previous pass":return this.stepPass(-1),!0;case"next pass":return this.stepPass(1),!0;case"enter":return this.graph.enter(),!0;case"fold":return this.graph.fold(),!0;case"colour":return this.colourBy(p[(p.indexOf(this.state.colour)+1)%p.length]),!0;case"search":return this.search.focus(),!0;case"next hit":case"previous hit":return this.nextHit("next hit"===e?1:-1),!0;case"fit":return this.graph.fit(),!0;case"larger":case"smaller":return this.graph.zoom("larger"===e?1.25:.8),!0;case"export":return this.exportMenu(),!0;case"help":return this.showHelp(),!0;case"leave":return this.leave()}}leave(){let e=this.node.querySelector(".agn-help, .agn-menu");if(null!==e)return e.remove(),this.source.focus(),!0;let t=this.node.closest('.jp-Cell, .jp-Notebook, [tabindex="0"]');return document.activeElement?.blur(),t?.focus(),!0}showHelp(){let e;this.node.querySelector(".agn-help")?.remove();let t=(e=U.map(([e,,t])=>k("tr",{},k("th",{},k("kbd",{},e.replace("Arrow",""))),k("td",{},t))),k("div",{class:"agn-help",role:"dialog","aria-label":"Keys",tabindex:-1},k("table",{},...e)));this.node.append(t),t.focus()}exportMenu(){this.node.querySelector(".agn-menu")?.remove();let e=document.activeElement,t=this.staged?.name??"report",s=(s,n,a,o)=>M(s,`Save ${B(t,n)}`,()=>{var s,r;let l,h;s=B(t,n),r=o(),l=URL.createObjectURL(new Blob([r],{type:a})),(h=document.createElement("a")).href=l,h.download=s,h.click(),window.setTimeout(()=>URL.revokeObjectURL(l),1e4),i.remove(),(null!==e&&this.node.contains(e)?e:this.node).focus(),this.say(`${B(t,n)} saved`)}),i=k("div",{class:"agn-menu",role:"dialog","aria-label":"Save as a file",tabindex:-1},s("SVG","svg","image/svg+xml",()=>this.graph.svgText()),s("DOT","dot","text/vnd.graphviz",()=>this.graph.dot()),s("JSON","json","application/json",()=>JSON.stringify(this.report,null,1)));this.node.append(i),i.firstElementChild.focus()}}function J(e,t,...s){return k("section",{class:`agn-pane agn-pane-${e}`,"aria-label":t},k("h3",{},t),...s)}let X="ag_notebook.view";class Y extends i.Widget{options;shown=null;model=null;timer=0;constructor(e){super(),this.options=e,this.addClass("agn-output")}async renderModel(e){var t;this.model=e;let s=(t=e.data[this.options.mimeType])&&"object"==typeof t&&1===t.version&&"string"==typeof t.id&&Array.isArray(t.sides)&&t.sides.length>0?t:null;if(null!==s&&s.id===this.shown)return;if(null===s){this.node.textContent="This report was made by another version of ag_notebook: run the cell again.";return}this.shown=s.id;let i=new D(s,l,function(e){if("object"!=typeof e||null===e||1!==e.version)return{...u};let t=e=>Array.isArray(e)&&e.every(e=>"string"==typeof e),s=e=>"number"==typeof e&&Number.isInteger(e)?e:null;return{version:1,side:Math.max(0,s(e.side)??0),function:Math.max(0,s(e.function)??0),key:s(e.key),box:"string"==typeof e.box?e.box:null,open:t(e.open)?e.open:null,path:t(e.path)?e.path:[],code:"string"==typeof e.code?e.code:null,optimized:!0===e.optimized,mode:d.find(t=>t===e.mode)??"after",onlyChanged:!1!==e.onlyChanged,colour:p.find(t=>t===e.colour)??"line"}}(e.metadata[X]),e=>this.keep(e));this.node.replaceChildren(i.node),await i.graph.ready}dispose(){window.clearTimeout(this.timer),super.dispose()}keep(e){window.clearTimeout(this.timer),this.timer=window.setTimeout(()=>{let{model:t}=this;t?.setData({metadata:{...t.metadata,[X]:{...e}}})},400)}}let V={id:"ag-notebook:report",rendererFactory:{safe:!0,mimeTypes:["application/vnd.ag-notebook.view.v1+json"],createRenderer:e=>new Y(e)},rank:0,dataType:"json"}},11(e,t,s){var i=s(12),n=s.n(i),a=s(13),o=(s.n(a))()(n());o.push([e.id,`/* The view of a report. Colours are the theme's; line marks are those of Okabe and Ito, at least 3:1 on white and on dark grey. */

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
`,""]),s.d(t,{},{A:o})},4(e,t,s){var i=s(5),n=s.n(i),a=s(6),o=s.n(a),r=s(7),l=s.n(r),h=s(8),d=s.n(h),c=s(9),p=s.n(c),u=s(10),g=s.n(u),f=s(11),m={};m.styleTagTransform=g(),m.setAttributes=d(),m.insert=l().bind(null,"head"),m.domAPI=o(),m.insertStyleElement=p(),n()(f.A,m),f.A&&f.A.locals&&f.A.locals}}]);