# Sends forms to kivitendo as its web server does, in this process. The working directory is an instance (instance.ts).
package Forms;

use strict;
use warnings;
use utf8;
use Exporter qw(import);
use HTML::TreeBuilder;

use SL::DB::Helper::ALL;
use SL::Auth;
use SL::DBConnect;
use SL::Form;
use SL::InstanceConfiguration;
use SL::LXDebug;
use SL::Layout::None;
use SL::Locale;
use SL::LxOfficeConf;
use Support::TestSetup;

our @EXPORT = qw(login request form_of fresh_settings fresh_request);

package Dispatcher {
  sub end_request { die "END_OF_REQUEST\n" }
}

# Logs in as the user that t/000setup_database.t has made.
sub login {
  Support::TestSetup::login();
  $::dispatcher = bless {}, 'Dispatcher';
  return;
}

# Reads the settings of the client again, after they were changed.
sub fresh_settings {
  $::instance_conf = SL::InstanceConfiguration->new;
  return;
}

# Begins another request: what kivitendo keeps for one is read again.
sub fresh_request {
  $::request = Support::TestSetup->create_new_request;
  return;
}

my $loaded = '';

# Calls an action of bin/mozilla/<script>.pl with the fields of a form, and returns the page. Dies with the message if kivitendo shows an error.
sub request {
  my ($script, $action, %fields) = @_;
  my $page = '';
  package main {
    local $SIG{__WARN__} = sub { };
    open(my $out, '>:utf8', \$page) or die $!;
    local *STDOUT = $out;
    local $::form = Form->new;
    $::form->{$_} = $fields{$_} for keys %fields;
    $::form->{script} = "$script.pl";
    $::request = Support::TestSetup->create_new_request;
    local $ENV{REQUEST_URI} = "http://localhost/$script.pl";
    no strict 'refs';
    no warnings;
    # The scripts define functions of the same names in this package: the web server forgets them after each request.
    delete $INC{$_} for $script eq $loaded ? () : grep { m{^bin/mozilla/} } keys %INC;
    require "bin/mozilla/$script.pl";
    $loaded = $script;
    eval { &{"::$action"}(); 1 } or do {
      my $error = $@;
      die $error unless $error =~ /^END_OF_REQUEST/;
    };
  }
  utf8::decode($page);
  return $page;
}

# What a browser sends of the form on a page.
sub form_of {
  my ($page) = @_;
  my $tree = HTML::TreeBuilder->new_from_content($page);
  my $form = $tree->look_down(id => 'form') or die "No form on the page:\n" . substr($tree->as_text, 0, 2000);
  my %fields;
  for my $input ($form->look_down(_tag => qr/^(?:input|select|textarea)$/)) {
    my ($tag, $name, $type) = ($input->tag, $input->attr('name'), lc($input->attr('type') // ''));
    next if !defined $name || $name eq '' || $input->attr('disabled') || $type =~ /^(?:button|submit)$/;
    next if $type =~ /^(?:checkbox|radio)$/ && !$input->attr('checked');
    if ($tag eq 'select') {
      my @options = $input->look_down(_tag => 'option');
      my ($option) = ((grep { defined $_->attr('selected') } @options), @options);
      $fields{$name} = $option->attr('value') // $option->as_text if $option;
    } else {
      $fields{$name} = $tag eq 'textarea' ? $input->as_text : $input->attr('value') // ($type eq 'checkbox' ? 'on' : '');
    }
  }
  $tree->delete;
  return %fields;
}

1;
