# SPDX-License-Identifier: MIT
# What JSON::PP reads; see ../client_texts.cpp for the lines.
use strict;
use warnings;
use JSON::PP;
use B;

my $json = JSON::PP->new->utf8;

sub hex_of {
    my ($text) = @_;
    utf8::encode($text);
    return unpack('H*', $text);
}

sub reading {
    my ($message) = @_;
    my $method = $message->{method} // '';
    my $id = $message->{id};
    my $spelled = '-';
    if (defined $id) {
        my $is_text = B::svref_2object(\$id)->FLAGS & B::SVf_POK;
        $spelled = $is_text ? 's' . hex_of($id) : "n$id";
    }
    my $name = '';
    if ($method eq 'tools/call') {
        $name = $message->{params}{name};
        die 'the name is not text' if !defined $name || ref $name;
    }
    return join '|', hex_of($method), $spelled, hex_of($name);
}

while (my $line = <STDIN>) {
    my ($hex) = split /\t/, $line;
    my $value = eval { $json->decode(pack('H*', $hex)) };
    if (!defined $value) {
        print "refused\n";
        next;
    }
    my $read = eval {
        join ',', map { reading($_) } ref $value eq 'ARRAY' ? @$value : $value;
    };
    print defined $read ? "$read\n" : "odd: $@";
}
