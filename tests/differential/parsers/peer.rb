# SPDX-License-Identifier: MIT
# What Ruby's json reads; see ../client_texts.cpp for the lines.
require 'json'

def hex(text)
  text.dup.force_encoding('BINARY').unpack1('H*')
end

def reading(message)
  method = message['method'] || ''
  id = message['id']
  spelled = id.nil? ? '-' : id.is_a?(String) ? "s#{hex(id)}" : "n#{id}"
  name = method == 'tools/call' ? message['params']['name'] : ''
  raise 'the name is not text' unless name.is_a?(String)
  "#{hex(method)}|#{spelled}|#{hex(name)}"
end

STDIN.each_line do |line|
  text = [line.split("\t")[0]].pack('H*').force_encoding('UTF-8')
  begin
    value = JSON.parse(text)
  rescue JSON::JSONError, EncodingError
    puts 'refused'
    next
  end
  begin
    puts((value.is_a?(Array) ? value : [value]).map { |m| reading(m) }.join(','))
  rescue StandardError => problem
    puts "odd: #{problem.message.lines.first}"
  end
end
