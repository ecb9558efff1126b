// SPDX-License-Identifier: MIT
#include "mcp/search/synonyms.hpp"

#include "mcp/search/words.hpp"

#include <algorithm>
#include <array>

namespace pith::mcp {

namespace {

// One group per line. After ~ come words that only sometimes mean the same.
constexpr auto built_in_groups = std::to_array<std::string_view>(
    {// What is done.
     "delete,remove,erase,discard,destroy,purge,trash,wipe",
     "~delete,forget,clear,throw away,get rid,drop", "create,make,new,add",
     "~create,insert,set up,generate,build,start,register,post,open,submit",
     "~add,append,attach,put,include,insert", "update,edit,change,modify,alter",
     "~update,adjust,replace,patch,revise,set,correct,rewrite,amend",
     "~rename,update,move,new name,another name",
     "~move,transfer,relocate,put,reorganize", "list,show,enumerate",
     "~list,display,overview", "get,fetch,retrieve,read",
     "~get,read,load,show,view,open,see,obtain,display,look",
     "search,find,look up,look for,lookup,seek", "~search,locate,query,where",
     "~query,ask,question,select",
     "~remember,store,save,memorize,memory,keep,knowledge,know",
     "~forget,memory,knowledge", "write,save", "~write,store,put",
     "undo,reset,revert,restore,roll back", "~reset,unstage,undo",
     "send,post,publish", "~post,tell,announce,share,message",
     "reply,answer,respond", "run,execute,evaluate",
     "~run,invoke,perform,launch,trigger", "start,begin",
     "~start,trigger,launch", "close,shut,quit,exit", "cancel,abort,call off",
     "~stop,cancel,end,close",
     "~toggle,turn on,turn off,enable,disable,switch on,switch off",
     "click,tap", "press,push,hit", "~click,press,hit",
     "~type,enter,fill,input", "fill,fill in,fill out,complete",
     "select,choose,pick", "~option,dropdown,choice,menu,select",
     "~hover,mouse,mouse over,point", "navigate,go,visit",
     "~navigate,browse,open", "~wait,until,pause,sleep",
     "~resize,size,width,height,dimension,small,large", "~drag,drop,move",
     "~download,fetch,get,retrieve", "~upload,attach,attachment,push",
     "compare,diff,difference", "~change,diff,difference,modification",
     "~commit,record,check in", "~commit,history,log",
     "~checkout,switch,change branch", "~merge,combine,join", "approve,accept",
     "~approve,review", "review,reviewer", "fork,copy,clone,duplicate",
     "compress,zip,gzip", "echo,repeat,say back", "sum,plus,total,addition",
     "~sum,add", "count,number,how many,amount", "convert,conversion",
     "think,thought,reason,reflect,step by step", "simulate,pretend,fake,mock",
     "~sample,demo,test,example", "~plan,schedule,arrange",
     "mute,silence,quiet", "~unmute,again,resume",
     "subscribe,subscriber,follow", "notify,notification",
     "~notification,update,alert",
     "~describe,schema,structure,definition,column,type", "resolve,identify",
     "summarize,summary,summarizer,summarise,sum up", "connect,link,connection",
     "~relation,relationship,relate,connect,link", "allow,permit,permission",
     "~allow,access",
     // Files and code.
     "folder,directory,dir", "~file,document,disk", "~path,file,folder",
     "tree,hierarchy,nest", "~tree,layout,structure,recursive",
     "size,big,large,bytes", "~size,space,huge",
     "info,information,metadata,detail", "~info,property,last change,about",
     "content,body", "~content,inside,text", "repository,repo",
     "~repository,project", "pull request,pr,merge request",
     "bug,issue,ticket,defect,bug report", "~issue,problem,report",
     "~stage,index", "javascript,script",
     "~code,script,snippet,function,program", "library,package,framework",
     "~library,module", "documentation,doc,docs",
     "~documentation,manual,reference,guide,example", "environment,env",
     "status,state", "~status,check,progress",
     "~status,change,uncommitted,not commit", "error,failure,exception",
     "label,tag", "multiple,several,many,at once,batch",
     // The web.
     "web,internet,online", "website,site", "~page,site,website",
     "url,link,web address", "dialog,popup,alert",
     "~dialog,prompt,confirmation", "image,picture,photo",
     "~media,image,audio,picture,photo",
     "~screenshot,picture,capture,screen,image", "video,clip,movie",
     "news,headline", "~news,article,press,latest",
     "~network,http,request,traffic", "~request,call", "~form,field,sign up",
     "~color scheme,dark mode,light mode,dark,theme", "~button,element",
     "~snapshot,accessibility,structure",
     // Data.
     "column,field", "~column,property,attribute", "row,record",
     "~record,entry,item", "database,db",
     "~database,base,data source,sql,table", "~block,paragraph,bullet,heading",
     "child,children", "~child,inside,below,nested",
     "~entity,person,thing,object,node,concept", "~observation,fact,remark",
     "~graph,everything,whole", "insight,finding",
     "~insight,discovery,learning", "comment,remark", "~comment,feedback",
     "~note,vault", "~title,name,heading",
     // People and talk.
     "user,people,member,person", "~user,account,colleague,who",
     "~self,me,myself,bot,own", "~profile,detail,contact", "channel,room,chat",
     "~history,recent,latest,past,today", "thread,conversation",
     "reaction,emoji,thumbs up", "~message,notice,text,say",
     // Places and time.
     "place,location,position",
     "~place,restaurant,cafe,shop,hotel,business,venue",
     "coordinate,latitude,longitude", "~geocode,address,street,coordinate",
     "direction,route", "~direction,way,get from,walk,drive,foot",
     "distance,far", "~distance,travel time,how long,duration",
     "elevation,altitude,height,sea level", "~elevation,high",
     "near,nearby,local", "~near,close,around", "time,clock,timezone",
     "~current,now,present",
     // Operations.
     "downtime,maintenance,maintenance window", "incident,outage",
     "~incident,disruption,emergency", "~monitor,alert,alarm",
     "host,machine,server", "~host,computer,node",
     "~metric,measurement,cpu,statistic,load", "~dashboard,board",
     "trace,apm,span", "rum,real user,real user monitoring",
     "~rum,frontend,front end", "performance,speed,latency",
     "~performance,fast,slow,quick", "~active,up,alive,running,reporting"});

}  // namespace

std::string base_of_phrase(std::span<const std::string> words) {
  std::string out;
  for (const std::string& word : words) {
    if (!out.empty()) out += ' ';
    out += base_form(word);
  }
  return out;
}

synonym_table synonym_table::built_in() {
  synonym_table out;
  for (const std::string_view words : built_in_groups) out.add(words);
  return out;
}

void synonym_table::add(std::span<const std::string> words, bool is_loose) {
  const std::size_t number = groups_.size();
  group made{.words = {}, .is_loose = is_loose};
  for (const std::string& text :
       words.first(std::min(words.size(), max_group))) {
    const std::vector<std::string> parts = words_of(text, max_phrase_words);
    if (parts.empty()) continue;
    std::string joined;
    for (const std::string& part : parts) {
      if (!joined.empty()) joined += ' ';
      joined += part;
    }
    std::vector<std::size_t>& of = groups_of_[base_of_phrase(parts)];
    if (of.empty() || of.back() != number) of.push_back(number);
    longest_ = std::max(longest_, parts.size());
    made.words.push_back(std::move(joined));
  }
  groups_.push_back(std::move(made));
}

void synonym_table::add(std::string_view words) {
  const bool is_loose = words.starts_with('~');
  if (is_loose) words.remove_prefix(1);
  std::vector<std::string> parts;
  while (!words.empty() && parts.size() < max_group) {
    const std::size_t end = std::min(words.find(','), words.size());
    parts.emplace_back(words.substr(0, end));
    words.remove_prefix(std::min(end + 1, words.size()));
  }
  add(parts, is_loose);
}

std::vector<synonym> synonym_table::alternatives(std::string_view base) const {
  std::vector<synonym> out;
  const auto found = groups_of_.find(base);
  if (found == groups_of_.end()) return out;
  for (const std::size_t number : found->second) {
    const group& from = groups_[number];
    for (const std::string& text : from.words) {
      if (base_of_phrase(words_of(text, max_phrase_words)) == base) continue;
      const auto known = std::ranges::find(out, text, &synonym::text);
      if (known == out.end()) {
        out.push_back({.text = text, .is_loose = from.is_loose});
      } else {
        known->is_loose = known->is_loose && from.is_loose;
      }
    }
  }
  return out;
}

}  // namespace pith::mcp
